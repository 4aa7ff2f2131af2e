/// Public vectors of the X-Wing recipients of age.
enum AgeHybridVectors {
  /// The identity that the specification shows (c2sp.org/age).
  static let identity = "AGE-SECRET-KEY-PQ-1XX76JRALNLXDMEW0CRK45QMCCH4X06SE84UN3VPM33W6HWDX0H3SK3ZQFR"

  /// The recipient that belongs to it.
  static let recipient = """
    age1pq1x34nzsvr0rxjsgdn8zgyhfe8j7ceq5r9rdelkjuh3y235jzxshfg87pzf5zrqtzdxz95paef6caq5aapdmwjjqpjfdyxn\
    zr2zampc3uxy0dg4z2n2gm9su72p0pc3u0jvev55l694v78snxg3yzvcl7yda0eyytqj6a0ec477lnhcy5hzpz4zq3pxanve4cn6\
    2gqj3pjy5lqj9c6kyj4v2z8alktn8zh99970x79gjkv7522hv9kfz35zsnxhsx8wwtmu9cy3ftzjgwcp4sshn3llnylnpdsyz5jm\
    72vefv4x5vfwytrefxg4wq3mv42wcrvkj742479zrxzpvp2p3e9fed9f0739vcu80r7ma28qfhnvlv4gfzel9q654dj3zmuvvz89\
    3azhxdvs9fxd0r7jzchzcfcs5mkyyjxhw0n2z6dvp9yn9qfdp29h0azxqyjw6v7fhyuzj7zel0uq6j9rd7wgrpz7mf5dnj43jwsg\
    vrc8qcnhy7tu6dkdujuxzkp9xj43xe8h92ktre2a3u3s8mm5mrp9nr9pwkgtz4mdlq9hgn4fps4k57ff6wddn2fy23t47sm20r8k\
    m8sd2pcyyafnet8f0dajsrlyjeah4n3mssr6aseevuuskdvq5lzguyvpgwpta742c6698vgutzqgny8usfg0w2he7kq5vyxjd0f9\
    hqg8xk26y9e4th0gezq92q4cpp5p2y9hf5f2cje5l0c3sa3a2qxmm38pxxvhxh99yzmfz0zk7r2s64nnwjhkfgfr3gf8xnmppcgm\
    aykvh5sh6g7vk9790rf8ws0axmr2t7z8aae5fq2029uvcn2ghgt4fu4wgwdc0k0cz52qkvwmuzj8p8k5jgf3xzk5zmrkavjekjrp\
    eq408xz3zxazwkc6tyfmhayrkfpjhwtz5mp8j8guqe43k2q6m2kte03vrw27y3wmqyu5etmt9dnkwcnnpmu9gz9dekfhdevf42uc\
    shphnrk38ra6hx8w5f8q5ru0xdhrjxmwqf6cused7zc5xvq43r0zscjglpwlptpwydhqw64xz7ptjdyeyzpq2zkxtmzg29gzjpvz\
    va4d3l0cenn9xs297wf4y4ukwrunf57xj6pm7nvrkwvtrt8hwcmgv8x7ajw7258ugf9wvkmk4052ekg87tw5vnx8nq2swyzv77v8\
    yqlwsenvamr0zssknwts8rrhfuwj7ykysnq9jxy0uv3kuyt22djszjdtvpz6d0s0kwh8ryynddzud92emeyvvyqktd0jtj7rvvg5\
    gch25v8smlvny3kvn5gagyz475ze2y6q466xqmz2n3hs77lddeqyta2nch5k2u5yacuk9ywnwfdzvyejnucz724hj77hrrmakm7p\
    r3kxsrxq22ejexlud9fy2kdqmkg5yncz7jm5wv2qjk5w5kvcpqsry2yqffh2la52dxfjkjq5rzhjzeyn6dupn0qwtyv7s4lwg3xd\
    arsdlwe2y3tujy480y7z39q259fzx6jhd2j0f5hagqpcpees7hzc2yrk5cy788uk3s7qvp5cpepx24gvws3m2g433exgwppnkjsc\
    ec8qu4y9z9r7vccexjcjaen42245lmgmxmuavg9alej92322gvvyy2t6267v09ch64y0m53jff0vjj96s0ypk60hr3jw4myd6m5h\
    pn3xjstx7tl2szhpr5qe8jj08ydjc4wy2rch2fhuy3pdfjax5awe9j99ly5hkntzz9fe5zatgjvzdd0kgtxs25njnajyf6ssekp7\
    gelxquusn4pt25czh3scj68kq79wdn5tgm6yvm9nzavrg043x3msnygf8dweknw5jmqd0uvny6ttsn09508k0c55zfnegrm9efhx\
    pfqdkmhh6gjtqmwze9pyyzk3tlhl53k2ykx3qheyty7saeq0d3fzv49zc0k
    """

  /// The identity of the public test kit (c2sp.org/CCTV/age).
  static let kitIdentity = "AGE-SECRET-KEY-PQ-1HZLGZUPT4ETPKDEV8HSGFDCYZ4E522W0A7PU2LHT8EH9W6YLNC3SW78XKG"

  /// The header of the kit's file `hybrid`, whose file key is "YELLOW SUBMARINE".
  static let kitHeader = """
    age-encryption.org/v1
    -> mlkem768x25519 NfLcgAbzvNgf0aRb4PANBvyDtIDDQKf84JhhFlnvT1NUAcbGNrArRZ/T+bc9l4xmK1DSl+PXk6nqqGBhaM\
    1dUiT7X17TU1/b9haZZPzEalvZHFDMSevfiZshlnSgcpWh0qnpgTyboWTU+zbrH6YD2uhshbJoiuqh+PpXtDMstXx4CgxASrNVlf\
    Sl/caRTi24QjIXpCNwEE4FwHrmAwUqSHLUzGOHfiW/chOCTtDX591x41o6eZ4/Dt92VhoYKFcpiaWbRhbenZXUJxPS1C1sK84CVw\
    kDH7LJjbYCnkxt3meul8kKWihZsStZYd/6bozqczOX7zN5PbaYD1XpYwMwedzWmPmQzxBybD8ZodcR7hF7WUxSmFVH7ExiYH3ZNb\
    DAVcgGwlkTFmUmaTCbjGZTv8M+ejmvStQHgCtPi4GGRdJFr3HzvRzm6bvrdF/rdSPRFtRVM7D9o7ZAAquD1PByE0Y5YCR4/vmTlI\
    lRwFXk4be+TsAI+Gotujou6nrigwnfqoGiNSvi/ZVvSKnDoZPIE5qwONCeeJB8CeRhqXEjvgtwc2zcWUBtjSJgNL+j887k2h0xlX\
    pQqlmDDHsBOCP3/VoM+NZURqI+RoTudcwTl8TgmhGrQytnovuWFDvE9HgPAs67dPRC64/3RES3hF2C6/R1pQAnC7S2iSijJnyFla\
    DJWfcZvvNoamphDv63kUNb7b9V8E+xwqF8GkuXJnBFDo0PuJz8qWH7sDMEOhIInmanDiu6K/9jOCubYNdNcXrjQknlvk1kFdjZ2x\
    YnC6QuqA5+qHMBpgrg301PX154X4KUcxA3PoFyYNexaBK3njks7PNxl7HyZIWjjDlz50WrQnEqBjl8RVVuneL3vgVyU45GSVWQVO\
    H4K6aepWP0+p7WUD52rhdVH5HPZWQL3v8TjEz80Aeb87+1s1wgM+5skNX4LpOyuhRxQ/ChXsVZrVJ8SRsBlO4K+CJ271rHj8l8NE\
    hRE2O/ZKHst8Be/6j5c9SUmRRqvI+6bcg0Bcq7Wi7d08vDQqjC2cOi112CGra5mazd/NCICC81oYkMmTxtM9ficfIhvt9nHaZSQh\
    27tzJ3xRWOegwzDOaNjrtJ7yvCXbV9iQ6boiCl6wdmIn7k9sI30wIuHcVU1Cr+ENWhqVyRiAKktgvxegDnqvRB2n1aHKovp60Fs7\
    YIDrclscRFikV45x0RNBdVtUkWD430vZgekkZdnwpeHxGV9TIe2FCNooQzUzx6v4ft0sZ5SYI490F2sYZu/sig4IB/KOzVfPXBX9\
    dkftLgZTWtfP7GI9NjEitLn/lYTh2jfSKTYZSM+BQt16m2yg/4X7xftA2P3fSyU1zWineocz4DKyilWmVhPRjy9LrTPtQWVVNGrV\
    fUsNYwWHJX6FwkF7JNbCqLEQueMjPhc9cnr66uF+Wt1IsuTj278MgyZqYlr7mkW91zyWJMSIXTKmqv5um9ypc3IJUmkvs67A91XA\
    8vspARsUM4Jw
    jYPfilNAMjF0zGRYMYJqR/cTTzbiGxQMhG+8zZaitic
    --- 7wCgKc4t8kKmKJTNrYs7MoLKHk8Sqt8Y3oTZc08sQjM

    """

  /// The header of the kit's file `hybrid_low_order`, whose X25519 share gives zeros.
  static let kitLowOrder = """
    age-encryption.org/v1
    -> mlkem768x25519 pXfvK9UJ8Kxx4w2RxolbquqxGtY4esGgRs9Wo4YSPJK+rQsymoCShoU7q6yFTmQYO4uWjxN4yTkvnCnm5D\
    bBooXMz22zl0/z/v7SMtrlc588XrJ+uT1388En/tB5GoRlqeDmK986caJ35RwzrBdZMSmAi5jiHHcXYevHq9tQPShb7RzUGSWE+O\
    2Pvq7q1MPEGikr8b+HeYGTFc/dGccT4G0aa5RKK7Zc5eBcNUaNHbl5ZPqPfmiDyVAZ0y2rIPhtWVCAIL4DpFLHpm1f2GdYLor86R\
    EzhekpUr40/FeZt+3wdhdVsFjYuF7Rc/m5Yyg5xs4H9ZApWcqPxKuHYWLnX/w50+AiEP8fB+L9F2He0SyWBcfcrY7yOnEKwMEcsU\
    s6yfjK0nvYmse2zZyAGRteBBP96yfngFMSTx5OQ3b3PVwWe41a7URAw8/GYohic7HH1FTTsrXAGVTOE3Zru72MmB9zkqcS+RXmBg\
    jdjjKjlWEPN/449jv1cMcVMoplp/w4DaGQbhYq9Qd8o4sT8rQHl0xzZmah4H5KNkFPKk8a33cOBho0XzeJBHxsFNMuLIFkQ3xAvI\
    DmIrOyNCTulPn/W8oOQqPmQe3xouglOzHk5oI4KX2bQK5d3osaUSoQK4TT+nt9yoGnTzNr563IYfsiwC8dgOcaEvna3hiai36c8Y\
    mkWsorFncQ9qZQwvv/H9HalT1WM9iUsj/xmxMnoXZaXorMHEB8c5gbtS39dtxTfsWbgUtH/Dj20rvVRRHOdgqqMl/e2ovxglpFBr\
    JqarVVcPRGTHHkmO3RmXtYDdPqe5V8rmeHYLpgigkQsQ/5uDVqRNnc97obxw4bDUvBqCCCJqnRLDu6LLJmisk5GdLM4AD4PfN4E6\
    74chI929DWU/XUckOsB2Nd8G9lWbPyfHWZ8F/Fn3ohogQU4AwxbIZzp+MICNOVEvnLDAhw2gQji4f7xA39MS+aBq2Ws+/cWkN5kV\
    yRNMPYwSdjEPMU2hLsoKHn9ZyWNNughDmJeCMXtoZavR1DMC90IntjGSxR4TpkfFo05sVq0xOnJcz+QS/uCeX+pzsFfQ5vJsM7Ss\
    lNgWyvRXeDdE21qKzZ6NVTKq75nlzoJ8ZrwNLZasvyDFFHcU9hB+o7UpDpj++0aya/krdIsuafTGaAGh3+psoOK/QEEyQAMdCFOV\
    F6LI5Pv6bRevw5nRWZI7JycxOS25iGyEWAGe88h4qRVPqaA4wFC2j52vWbufHPQdLKO1gnuWUJ/5ZUiIAZYIH0KCrp1Y9U27rJ87\
    yjYJS83ePqwrXhUSulN+KvMY2IVsLWwdLTmtjXpGdHh1q3U9sYoOge3Dp3iqdGf921uPVFLfxxAPfRF2WUgOuMgvQmcbyJXUT+Vd\
    vB5wj0RPllCKIk4QNnV60/OlU3ATafN0VtYnyfk5Jw2i0PaQC24v8qzWhO2tOOLd3R7EVfnJW8o1CMJLHQsVWcg+9bBERcxFgcjo\
    bYIk7d0J8R1w
    NdTIRdTiX20fj4qzePEX93+zxwjj09PorkmubTa/ruw
    --- jgIovQ3Xih1NEN3q/5x3/gQ0RT/l0+x8m76cgBZ25pE

    """
}
