// Verifies the tokens of a file with node's own cryptography, as a server would: signature, header, claims.
//
//     node node.js FILE SECONDS       each rate on a line: its name, a space, a number
'use strict';
const crypto = require('node:crypto');
const fs = require('node:fs');

const { samples } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const seconds = Number(process.argv[3]);

function checked(token, algorithm, isValid) {
  const parts = token.split('.');
  if (parts.length !== 3) throw new Error('malformed');
  const header = JSON.parse(Buffer.from(parts[0], 'base64url').toString());
  if (header.alg !== algorithm) throw new Error('algorithm');
  if (!isValid(Buffer.from(`${parts[0]}.${parts[1]}`), Buffer.from(parts[2], 'base64url'))) throw new Error('signature');
  const claims = JSON.parse(Buffer.from(parts[1], 'base64url').toString());
  const now = Date.now() / 1000;
  if (claims.iss !== 'https://issuer.example/tenants/main' || claims.aud !== 'https://api.example') {
    throw new Error('claims');
  }
  if (!(claims.exp > now - 60) || !(claims.nbf <= now + 60)) throw new Error('time');
  return claims;
}

function verifier(name, sample) {
  if (name === 'HS256') {
    const secret = crypto.createSecretKey(Buffer.from(JSON.parse(sample.key).k, 'base64url'));
    return (message, signature) =>
      crypto.timingSafeEqual(crypto.createHmac('sha256', secret).update(message).digest(), signature);
  }
  const key = crypto.createPublicKey(sample.pem);
  if (name === 'ES256') {
    return (message, signature) => crypto.verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  return (message, signature) => crypto.verify(name === 'EdDSA' ? null : 'sha256', message, key, signature);
}

// Processor time of all threads, the garbage collector's included.
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

for (const [name, sample] of Object.entries(samples)) {
  const isValid = verifier(name, sample);
  for (let round = 0; round < 2000; round++) checked(sample.token, name, isValid);
  const start = spent();
  let count = 0;
  while (spent() - start < seconds) {
    for (let round = 0; round < 200; round++) checked(sample.token, name, isValid);
    count += 200;
  }
  console.log(name, count / (spent() - start));
}
