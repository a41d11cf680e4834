// The model health as one would write it down: every round, every instance. It is the yardstick of docs/performance.md, and
// prints cells per second for cells of the study that BenchmarkRun/health runs.
//
//   node .ci/yardstick/health.mjs [SEEDS]

function health({seed, threshold, interval, instances = 6, rounds = 300, failureRound = 120, failed = 3, probability = 0.06, rise = 2}) {
  const out = new Uint8Array(instances), failures = new Int32Array(instances), passes = new Int32Array(instances);
  let state = seed >>> 0, outcome = 'never', detection = null, evictions = 0, lost = 0, least = instances;
  for (let round = 1; round <= rounds; round++) {
    if (round === failureRound && out[failed]) outcome = 'already_out';
    let inService = instances;
    for (let i = 0; i < instances; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const down = i === failed && round >= failureRound;
      if (down || state / 4294967296 < probability) {
        failures[i]++;
        passes[i] = 0;
        if (!out[i] && failures[i] >= threshold) {
          out[i] = 1;
          if (down) { outcome = 'evicted'; detection = round; } else evictions++;
        }
      } else {
        passes[i]++;
        failures[i] = 0;
        if (out[i] && passes[i] >= rise) out[i] = 0;
      }
      if (out[i]) {
        inService--;
        if (!down) lost++;
      }
    }
    least = Math.min(least, inService);
  }
  const time = outcome === 'evicted' ? (detection - failureRound + 1) * interval : outcome === 'never' ? null : 0;
  return {outcome, detection, time, evictions, lost, lostSeconds: lost * interval, checksPerMinute: (60 / interval) * instances, least};
}

const known = health({seed: 41129, threshold: 1, interval: 2});
if (known.evictions !== 78 || known.lost !== 165) throw new Error(`78 evictions and 165 lost rounds are right, not ${known.evictions}, ${known.lost}`);

const seeds = Number(process.argv[2] ?? 2000);
let check = 0, cells = 0;
const began = process.cpuUsage();
for (let seed = 0; seed < seeds; seed++) {
  for (const threshold of [1, 2, 3]) {
    for (const interval of [2, 5, 10]) {
      check += health({seed, threshold, interval}).evictions;
      cells++;
    }
  }
}
const used = process.cpuUsage(began);
const micros = (used.user + used.system) / cells;
console.log(`health: ${(1e6 / micros).toFixed(0)} cells/s, ${micros.toFixed(1)} us/cell (${cells} cells, check ${check})`);
