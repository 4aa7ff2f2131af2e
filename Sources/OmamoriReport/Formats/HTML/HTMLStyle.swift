/// How the page looks: on screens wide and narrow, light and dark, and on paper.
enum HTMLStyle {
  /// The style sheet; nothing in it comes from outside.
  static let text: StaticString = #"""
    :root {
      --paper: #faf7f2; --card: #ffffff; --ink: #22201d; --soft: #6c655c; --line: #e6dfd4; --tint: #f3ede3;
      --red: #b3261e; --vermilion: #c9472c; --orange: #a85b00; --gold: #7d6500; --green: #2c7049;
      --blue: #2f5d8f; --mark: #ffe3a3; --hit: #fff6df; --code: #fbf9f5; --shadow: 0 1px 2px #2a20100f;
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) {
        --paper: #17161a; --card: #1f1e23; --ink: #ece8e1; --soft: #a39d94; --line: #35333a; --tint: #28262c;
        --red: #ff8a7d; --vermilion: #f0795d; --orange: #f2ab57; --gold: #dcc46a; --green: #7fc79b;
        --blue: #8ab6e6; --mark: #6a4d10; --hit: #2d2820; --code: #1a191d; --shadow: none;
      }
    }
    :root[data-theme="dark"] {
      --paper: #17161a; --card: #1f1e23; --ink: #ece8e1; --soft: #a39d94; --line: #35333a; --tint: #28262c;
      --red: #ff8a7d; --vermilion: #f0795d; --orange: #f2ab57; --gold: #dcc46a; --green: #7fc79b;
      --blue: #8ab6e6; --mark: #6a4d10; --hit: #2d2820; --code: #1a191d; --shadow: none;
    }
    :root { color-scheme: light dark; }
    :root[data-theme="light"] { color-scheme: light; }
    :root[data-theme="dark"] { color-scheme: dark; }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { scroll-behavior: smooth; scroll-padding-top: 11rem; -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--paper); color: var(--ink); line-height: 1.6; overflow-wrap: anywhere;
      font: 15px/1.6 system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP",
        "Yu Gothic UI", sans-serif;
    }
    code, pre, .place, .code, .ids, .no {
      font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace;
    }
    header, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 2rem; }
    a { color: var(--blue); text-decoration-thickness: 1px; text-underline-offset: 2px; }
    :focus-visible { outline: 2px solid var(--vermilion); outline-offset: 2px; border-radius: 4px; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
    h1, h2, h3, h4, h5, p, ul, ol, dl, dd, pre { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.01em; font-weight: 650; }
    h2 { font-size: 1.35rem; font-weight: 650; letter-spacing: -.005em; }
    h3 { font-size: 1rem; font-weight: 650; }
    h4 { font-size: 1.05rem; font-weight: 650; }
    h5 { font-size: .8rem; color: var(--soft); margin-top: .7rem; font-weight: 600; }
    section { margin-top: 3rem; }
    section > h2 { padding-bottom: .5rem; border-bottom: 2px solid var(--ink); margin-bottom: 1.2rem; }
    section > h2 + .note { margin: -.7rem 0 1.2rem; }
    .note, .quiet { color: var(--soft); font-size: .86rem; }
    .card {
      background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.2rem 1.4rem;
      box-shadow: var(--shadow);
    }
    .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1.2rem; align-items: start; }
    header { padding-top: 2.4rem; }
    .brand { display: flex; gap: 1.1rem; align-items: center; }
    .brand > div { flex: 1; min-width: 0; }
    .amulet { width: 44px; height: 60px; flex: none; }
    .amulet .bag { fill: var(--vermilion); }
    .amulet .cord { fill: none; stroke: var(--gold); stroke-width: 2.4; }
    .amulet .seal { fill: var(--paper); opacity: .92; }
    .amulet .knot { fill: var(--gold); }
    .eyebrow { color: var(--vermilion); font-size: .82rem; font-weight: 600; letter-spacing: .04em; }
    .facts {
      display: flex; flex-wrap: wrap; gap: .7rem 2.2rem; margin-top: 1.4rem; padding-top: 1.1rem;
      border-top: 1px solid var(--line);
    }
    dt { color: var(--soft); font-size: .76rem; }
    dd { font-size: .92rem; }
    button, select, input { font: inherit; color: inherit; }
    .ghost {
      background: none; border: 1px solid var(--line); border-radius: 8px; padding: .3rem .8rem; cursor: pointer;
    }
    .ghost:hover { background: var(--tint); }
    .rings { display: flex; flex-wrap: wrap; gap: 1.2rem 1.8rem; align-items: center; margin-bottom: 1.6rem; }
    .ring { display: flex; align-items: center; gap: 1rem; }
    .ring svg { width: 116px; height: 116px; }
    .ring circle { fill: none; stroke-width: 9; }
    .ring .track, .bars .track { stroke: var(--tint); fill: none; }
    .ring .value { stroke: var(--tone); stroke-linecap: round; }
    .ring text { font-size: 32px; font-weight: 650; text-anchor: middle; fill: var(--ink); }
    .ring-words { display: flex; flex-direction: column; max-width: 10.5rem; }
    .ring-name { font-weight: 650; }
    .good { --tone: var(--green); } .fair { --tone: var(--gold); } .poor { --tone: var(--red); }
    .unknown { --tone: var(--soft); }
    .critical { --tone: var(--red); } .high { --tone: var(--vermilion); } .medium { --tone: var(--orange); }
    .low { --tone: var(--gold); } .info { --tone: var(--blue); }
    .tallies { margin-left: auto; }
    .tallies .note { margin-top: .4rem; }
    .tally { display: flex; gap: .45rem; flex-wrap: wrap; }
    .tally li {
      min-width: 3.9rem; text-align: center; background: var(--card); border: 1px solid var(--line);
      border-top: 3px solid var(--tone, var(--soft)); border-radius: 8px; padding: .45rem .5rem;
    }
    .tally b { display: block; font-size: 1.35rem; line-height: 1.3; color: var(--tone, var(--ink)); }
    .tally span { font-size: .78rem; color: var(--soft); }
    .tally .zero b { color: var(--soft); font-weight: 400; }
    .areas { margin-top: .6rem; }
    .areas li { display: grid; grid-template-columns: 3.2rem 1fr; padding: .5rem 0; border-top: 1px solid var(--line); }
    .areas li:first-child, .bars li:first-child { border-top: 0; }
    .areas p, .questions p { color: var(--soft); font-size: .86rem; line-height: 1.45; }
    .points { font-weight: 650; color: var(--soft); font-variant-numeric: tabular-nums; }
    .failed .points { color: var(--red); }
    .area.passed .points { color: var(--green); }
    .bars { margin-top: .6rem; }
    .bars li {
      display: grid; grid-template-columns: 2.6rem 1fr auto; gap: 0 .3rem; align-items: baseline; padding: .36rem 0;
    }
    .bars .code { font-size: .82rem; color: var(--soft); }
    .bars .name { font-size: .92rem; }
    .bars .number { font-weight: 650; font-variant-numeric: tabular-nums; color: var(--tone); }
    .bars .unknown .number { font-weight: 400; font-size: .82rem; }
    .bars svg { grid-column: 1 / -1; width: 100%; height: 5px; margin-top: .2rem; }
    .bars .track { fill: var(--tint); stroke: none; }
    .bars .value { fill: var(--tone); }
    .questions { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem 2.2rem; }
    .questions li { display: grid; grid-template-columns: 2.1rem 1fr; }
    .questions b { font-weight: 600; line-height: 1.4; display: block; }
    .mark {
      width: 1.45rem; height: 1.45rem; border-radius: 50%; display: grid; place-items: center; font-size: .8rem;
      font-weight: 700; color: var(--card); background: var(--tone); margin-top: .05rem;
    }
    .pass { --tone: var(--green); } .fail { --tone: var(--red); } .attention { --tone: var(--orange); }
    .notApplicable { --tone: var(--soft); }
    #filter {
      position: sticky; top: 0; z-index: 5; background: var(--paper); padding: .8rem 0 .6rem;
      border-bottom: 1px solid var(--line); margin-bottom: 1.2rem;
    }
    #filter .row { display: flex; flex-wrap: wrap; gap: .6rem .9rem; align-items: end; margin-bottom: .5rem; }
    #search {
      flex: 1 1 16rem; min-width: 0; padding: .5rem .9rem; border: 1px solid var(--line); border-radius: 8px;
      background: var(--card);
    }
    .chips { display: flex; flex-wrap: wrap; gap: .4rem; }
    .chip {
      border: 1px solid var(--tone); border-radius: 99px; background: var(--tone); color: var(--card);
      padding: .22rem .75rem; cursor: pointer; font-size: .86rem; font-weight: 600;
    }
    .chip b { margin-left: .4em; font-weight: 500; }
    .chip[aria-pressed="false"] { background: none; color: var(--soft); border-color: var(--line); }
    #filter label span { display: block; font-size: .74rem; color: var(--soft); }
    select {
      padding: .32rem .5rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
      max-width: 13rem;
    }
    #count { font-size: .86rem; font-weight: 600; display: inline; margin-right: 1rem; }
    .keys { display: inline; font-size: .8rem; color: var(--soft); }
    .group { margin-top: 1.8rem; }
    .group > h3 { color: var(--soft); margin-bottom: .6rem; }
    .rule {
      background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 10px;
      padding: 1.1rem 1.4rem 1.2rem; margin-bottom: 1rem; box-shadow: var(--shadow);
    }
    .rule-head { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; }
    .rule-id { color: var(--soft); font-size: .82rem; }
    .rule-head .count { margin-left: auto; }
    .pill {
      font-size: .74rem; font-weight: 650; color: var(--tone); border: 1px solid var(--tone); border-radius: 99px;
      padding: 0 .6rem; white-space: nowrap;
    }
    .why { margin-top: .5rem; max-width: 46rem; }
    .repair { margin-top: .5rem; }
    .repair summary { cursor: pointer; color: var(--green); font-weight: 600; font-size: .92rem; }
    .repair p { margin-top: .4rem; max-width: 46rem; }
    .library { font-size: .88rem; color: var(--soft); }
    .good > code { display: block; }
    pre.good {
      --tone: var(--green); margin-top: .6rem; padding: .7rem 1rem; background: var(--code); font-size: .84rem;
      border-left: 3px solid var(--green); border-radius: 6px; overflow-x: auto; line-height: 1.5;
    }
    p code, h4 code, .flow code, .related code {
      background: var(--tint); border-radius: 4px; padding: .08em .3em; font-size: .9em;
    }
    .mappings { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin-top: .6rem; font-size: .8rem; }
    .mappings, .mappings a { color: var(--soft); }
    .finding { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: .9rem; }
    .finding:target, .finding.current { outline: 2px solid var(--vermilion); outline-offset: 6px; border-radius: 4px; }
    .finding-head { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; }
    .finding-head .place { font-size: .86rem; color: var(--ink); text-decoration: none; font-weight: 600; }
    .finding-head .place:hover { text-decoration: underline; }
    .tag { font-size: .74rem; background: var(--tint); border-radius: 4px; padding: 0 .5rem; }
    .tag.new { background: var(--mark); }
    .message { margin-top: .2rem; }
    pre.code {
      margin-top: .6rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .45rem 0;
      overflow-x: auto; font-size: .82rem; line-height: 1.55; tab-size: 4;
    }
    .line { display: grid; grid-template-columns: 3.6rem max-content; min-width: max-content; }
    .line.hit { background: var(--hit); }
    .no { color: var(--soft); text-align: right; padding-right: 1rem; user-select: none; opacity: .75; }
    .src { white-space: pre; padding-right: 1rem; }
    mark { background: var(--mark); color: inherit; border-radius: 3px; }
    .flow, .related { font-size: .88rem; margin-top: .2rem; counter-reset: step; }
    .flow li { counter-increment: step; position: relative; padding: .12rem 0 .12rem 2rem; }
    .flow li::before {
      content: counter(step); position: absolute; left: 0; top: .28rem; width: 1.25rem; height: 1.25rem;
      border-radius: 50%; background: var(--tint); font-size: .72rem; display: grid; place-items: center;
    }
    .flow li + li::after {
      content: ""; position: absolute; left: .6rem; top: -.45rem; height: .65rem; border-left: 1px solid var(--soft);
    }
    .flow .place, .related .place { color: var(--soft); font-size: .84rem; }
    .suppression { margin-top: .6rem; padding: .3rem .8rem; background: var(--tint); border-radius: 6px; font-size: .88rem; }
    .empty, .notice { padding: 1.2rem; background: var(--tint); border-radius: 10px; margin-top: 1rem; }
    table { border-collapse: collapse; width: 100%; font-size: .88rem; }
    th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; border-top: 1px solid var(--line); }
    th { font-weight: 600; white-space: nowrap; }
    tr.failed th { color: var(--red); } tr.passed th { color: var(--green); } tr.review th { color: var(--orange); }
    .ids span { display: inline-block; margin-right: .7rem; font-size: .8rem; color: var(--soft); }
    .ids.named { columns: 2; column-gap: 1.6rem; font-family: inherit; }
    .ids.named span { display: block; font-size: .86rem; padding-left: 2.6rem; text-indent: -2.6rem; }
    .ids.named span, .ids.named a { color: var(--ink); }
    .number, .points, .tally b, .chip, .pill { white-space: nowrap; overflow-wrap: normal; }
    .lists { columns: 2; column-gap: 1.2rem; }
    .lists .card { break-inside: avoid; margin-bottom: 1.2rem; }
    .lists li, .files li { font-size: .88rem; padding: .1rem 0; }
    footer { margin-top: 3.5rem; padding-top: 1.2rem; padding-bottom: 3rem; font-size: .86rem; color: var(--soft); }
    footer::before { content: ""; display: block; border-top: 1px solid var(--line); margin-bottom: 1.2rem; }
    @media (max-width: 760px) {
      header, main, footer { padding-left: 1.1rem; padding-right: 1.1rem; }
      header { padding-top: 1.4rem; }
      h1 { font-size: 1.2rem; overflow-wrap: break-word; }
      .amulet { width: 34px; height: 46px; }
      .brand { gap: .8rem; }
      .columns, .questions { grid-template-columns: minmax(0, 1fr); }
      .lists, .ids.named { columns: 1; }
      #mastg tr { display: grid; grid-template-columns: 1fr auto; border-top: 1px solid var(--line); }
      #mastg th, #mastg td { border-top: 0; }
      #mastg .ids { grid-column: 1 / -1; padding-top: 0; }
      .tallies { margin-left: 0; }
      .tally li { min-width: 3.7rem; padding: .35rem .4rem; }
      .rule { padding: .9rem 1rem 1rem; }
      .ring svg { width: 88px; height: 88px; }
      #filter { position: static; }
      #filter label { flex: 1 1 8rem; }
      select { width: 100%; max-width: none; }
      html { scroll-padding-top: 1rem; }
      .keys { display: none; }
      .line { grid-template-columns: 2.8rem max-content; }
      .rule-head .count { margin-left: 0; }
    }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    @media print {
      :root, :root:not([data-theme="light"]), :root[data-theme="dark"] {
        --paper: #fff; --card: #fff; --ink: #000; --soft: #555; --line: #ccc; --tint: #f2f2f2; --code: #fff;
        --red: #a01010; --vermilion: #b03a20; --orange: #8a4a00; --gold: #665200; --green: #1d5a38; --blue: #1f4d7d;
        --mark: #ffe3a3; --hit: #fff8e8; --shadow: none;
      }
      body { font-size: 10pt; }
      header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
      #filter, #theme, .skip { display: none; }
      .finding, .card, .questions li { break-inside: avoid; }
      h2, h3, h4, .rule-head { break-after: avoid; }
      .src { white-space: pre-wrap; }
      .line { grid-template-columns: 3rem 1fr; min-width: 0; }
      pre.good { white-space: pre-wrap; }
      a { color: inherit; text-decoration: none; }
    }
    .config { margin-top: 1rem; padding: .6rem 1rem; background: var(--tint); border-radius: 8px; font-size: .88rem; }
    .config b { font-weight: 600; }
    .gravest li { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; padding: .2rem 0; }
    .gravest li + li { margin-top: .5rem; }
    .gravest p { flex-basis: 100%; }
    .gravest .place { color: var(--soft); font-size: .84rem; }
    .signature {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 2.6rem 1.4rem;
      margin-top: 2.6rem;
    }
    .signature li { border-top: 1px solid var(--ink); padding-top: .2rem; font-size: .84rem; color: var(--soft); }
    .sheet #theme { display: none; }
    @media print {
      @page { size: A4; margin: 9mm 11mm; }
      .sheet header { padding-top: 0; }
      .sheet { font-size: 9.6px; }
      .sheet body { font-size: 10px; line-height: 1.32; }
      .sheet section { margin-top: .7rem; }
      .sheet section > h2 { margin-bottom: .5rem; padding-bottom: .2rem; font-size: 1.15rem; }
      .sheet section > h2 + .note { margin: -.2rem 0 .4rem; }
      .sheet .facts { margin-top: .6rem; padding-top: .5rem; gap: .3rem 1.4rem; }
      .sheet .ring svg { width: 68px; height: 68px; }
      .sheet .rings { margin-bottom: .7rem; }
      .sheet .card { padding: .5rem .8rem; }
      .sheet .areas li, .sheet .bars li { padding: .16rem 0; }
      .sheet .questions { gap: .2rem 1.4rem; }
      .sheet h1 { font-size: 1.3rem; }
      .sheet .amulet { width: 26px; height: 36px; }
      .sheet .columns { grid-template-columns: 1fr 1fr; gap: .7rem; }
      .sheet .questions { grid-template-columns: 1fr 1fr; }
      .sheet .questions li { grid-template-columns: 2rem 1fr; }
      .sheet .tallies { margin-left: auto; }
      .sheet .tally li { padding: .15rem .4rem; min-width: 3.2rem; }
      .sheet .tally b { font-size: 1.1rem; }
      .sheet .bars svg { height: 3px; margin-top: 0; }
      .sheet .signature { grid-template-columns: 2fr 2fr 1fr 2fr; margin-top: 2.4rem; }
      .sheet .gravest p { line-height: 1.25; }
      .sheet .rule-head, .sheet .gravest li { padding: .08rem 0; }
    }
    """#

  /// What the content-security policy knows it by: SHA-256 in Base64.
  static let hash = "sha256-dECejwaQ0WGkMQJ1ckreB04m7DvDPoY9W8LgFvVCjsE="
}
