// The model dns as one would write it down: every second, every resolver. It is the yardstick of docs/performance.md, and
// prints cells per second for a spread of cells of the study that BenchmarkRun/dns runs.
//
//   node .ci/yardstick/dns.mjs [CELLS]

const regions = 3;
const distance = [[1, 3, 2], [3, 1, 2], [2, 4, 1], [2, 3, 4]];

// Requests per second of each resolver: shares in proportion to 1/(j+1), made whole by largest remainder.
function quotas(resolvers, rate) {
  const loads = Array.from({length: resolvers}, (_, j) => 1 / (j + 1));
  const total = loads.reduce((a, b) => a + b, 0);
  const exact = loads.map((p) => (p / total) * rate);
  const whole = exact.map(Math.floor);
  const left = rate - whole.reduce((a, b) => a + b, 0);
  exact.map((x, j) => [x - whole[j], j]).sort((a, b) => b[0] - a[0] || a[1] - b[1])
    .slice(0, left).forEach(([, j]) => whole[j]++);
  return whole;
}

// One period of smooth weighted round robin.
function rotation(weights) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const sum = weights.reduce((a, b) => a + b, 0);
  const counters = weights.map(() => 0);
  const slots = [];
  for (let i = 0; i < sum / weights.reduce(gcd, 0); i++) {
    weights.forEach((w, r) => { counters[r] += w; });
    let best = 0;
    counters.forEach((c, r) => { if (c > counters[best]) best = r; });
    counters[best] -= sum;
    slots.push(best);
  }
  return slots;
}

function dns({weights, ttl, resolvers, duration = 3600, rate = 514, step = 13}) {
  const quota = quotas(resolvers, rate);
  const slots = rotation(weights);
  const holds = new Int32Array(resolvers);
  const expiry = Int32Array.from({length: resolvers}, (_, j) => 1 - ttl + ((j * step) % ttl));
  const served = distance.map(() => [0, 0, 0]);
  const peak = [0, 0, 0];
  let cursor = 0, upstream = 0, peakUpstream = 0;
  for (let t = 1 - ttl; t <= duration; t++) {
    const load = [0, 0, 0];
    let asked = 0;
    for (let j = 0; j < resolvers; j++) {
      if (t >= expiry[j]) {
        holds[j] = slots[cursor];
        cursor = (cursor + 1) % slots.length;
        expiry[j] = t + ttl;
        asked++;
      }
      if (t >= 1) {
        load[holds[j]] += quota[j];
        served[j % distance.length][holds[j]] += quota[j];
      }
    }
    if (t >= 1) {
      upstream += asked;
      peakUpstream = Math.max(peakUpstream, asked);
      for (let r = 0; r < regions; r++) peak[r] = Math.max(peak[r], load[r]);
    }
  }
  const accepted = rate * duration;
  const sum = weights.reduce((a, b) => a + b, 0);
  let deviation = 0, far = 0;
  const shares = peak.map((_, r) => served.reduce((a, g) => a + g[r], 0) / accepted);
  shares.forEach((s, r) => { deviation += Math.abs(s - weights[r] / sum); });
  served.forEach((g, i) => g.forEach((n, r) => { far += n * distance[i][r]; }));
  return {accepted, upstream, peakUpstream, shares, peak, deviation: deviation / 2, distance: far / accepted};
}

const known = dns({weights: [5, 3, 2], ttl: 60, resolvers: 40});
if (known.upstream !== 2400) throw new Error(`2400 questions are right, not ${known.upstream}`);

const cells = Number(process.argv[2] ?? 400);
const counts = [10, 20, 37, 40, 60, 100];
let check = 0;
const began = process.cpuUsage();
for (let i = 0; i < cells; i++) {
  const first = (i * 33) % 41, second = (i * 7) % (41 - first);
  check += dns({weights: [first, second, 40 - first - second], ttl: 30 * (1 + (i * 17) % 100), resolvers: counts[i % 6]}).upstream;
}
const used = process.cpuUsage(began);
const micros = (used.user + used.system) / cells;
console.log(`dns: ${(1e6 / micros).toFixed(0)} cells/s, ${micros.toFixed(0)} us/cell (${cells} cells, check ${check})`);
