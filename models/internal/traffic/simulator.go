package traffic

import (
	"tarama/models"
	"tarama/models/internal/rng"
)

// Simulator plays the traffic of one cell after the other for one worker. Per batch: Take. Per cell: Begin; then Until and
// TakeOut as often as the regions in service change, in the order of time; then Finish. It keeps what the next cell can use
// again.
type Simulator struct {
	network  *Network
	inputs   *inputs
	columns  columns
	outputs  *outputs
	cell     cell
	targets  []float64 // by region: its share of the weights
	quotas   quotas
	seatings seatings
	server   *server
	tracks   tracks
	track    *track // of the last cell that went along one
	line     line
	run      run
	tally    tally
	begun    bool      // the run of this cell: one that nothing disturbs need not be played at all
	out      RegionSet // what the answers are to leave out
	left     RegionSet // what the run's answers do leave out
	tracer   *tracer   // nil but for Trace
}

// NewSimulator prepares for the cells of a spec that declares the network's parameters and metrics. words is what
// NewKernel was given.
func NewSimulator(n *Network, spec *models.Spec, words [][]string) *Simulator {
	regions, cells, in := len(n.regions), len(n.regions)*n.groups, newInputs(n, spec, words)
	s := &Simulator{
		network: n, inputs: in, outputs: newOutputs(n, spec), server: newServer(n),
		seatings: seatings{groups: n.groups, width: regions},
		cell:     in.newCell(regions), targets: make([]float64, regions), columns: columns{weights: make([][]int64, regions)},
		tally: tally{served: make([]int64, regions)},
		run: run{
			width: regions, lanes: newLanes(regions), load: make([]int64, regions), peak: make([]int64, regions),
			requests: make([]int64, cells), counted: make([]int64, n.accounts.number), bySection: make([]yield, regions),
			before: make([]int64, cells), rest: make([]int64, cells), frozen: make([]int64, n.groups),
		},
	}
	s.line = line{lanes: &s.run.lanes, groups: n.groups, width: regions, accounts: &n.accounts}
	return s
}

// Take begins a batch.
func (s *Simulator) Take(b *models.Batch) {
	s.inputs.bind(&s.columns, b)
	s.outputs.bind(b)
}

// Begin takes a row of the batch. All regions are in the answers.
func (s *Simulator) Begin(row int) {
	c := &s.cell
	s.inputs.read(c, &s.columns, row)
	if c.quotas != s.quotas.key {
		s.quotas.update(c.quotas)
	}
	if c.reweighed {
		s.aim()
	}
	if c.reweighed || c.policy != s.server.policy || c.reference != s.server.fixed {
		s.server.prepare(c)
	}
	s.run.ttl = c.schedule.ttl
	s.run.end = c.duration + 1
	s.run.failed = c.failed
	s.run.start = c.start
	s.begun = false
}

// aim sets the targets.
func (s *Simulator) aim() {
	total := float64(sum(s.cell.weights))
	for region, w := range s.cell.weights {
		s.targets[region] = float64(w) / total
	}
}

// begin plays up to second 1, if that has not been done.
func (s *Simulator) begin() {
	if !s.begun {
		s.begun = true
		s.out, s.left = 0, 0
		s.seat()
		s.run.begin(s.server.without(0), s.opening())
	}
}

// opening names what window 0 of the cell depends on.
func (s *Simulator) opening() openingKey {
	c := &s.cell
	key := openingKey{policy: c.policy, schedule: c.schedule, quotas: c.quotas}
	if c.policy == weighted {
		key.rotation = s.server.rotation.id
	}
	return key
}

// seat puts the resolvers in the order of asking.
func (s *Simulator) seat() {
	t := s.seatings.find(s.cell.schedule, s.cell.quotas, s.quotas.perSecond)
	t.sit(&s.run)
	s.run.busiest = t.peak(s.cell.duration)
}

// Failure returns the region that fails in this cell and the second from which it serves nothing. ok is false if none
// does.
func (s *Simulator) Failure() (region int, second int64, ok bool) {
	return s.cell.failed, s.cell.start, s.cell.failed != noRegion
}

// Duration returns the number of seconds that this cell counts.
func (s *Simulator) Duration() int64 { return s.cell.duration }

// Random returns the generator and the seed of this cell.
func (s *Simulator) Random() (rng.Kind, int64) {
	row := s.cell.row
	return s.inputs.kinds[s.columns.kind[row]], s.columns.seed[row]
}

// Until plays the seconds before the given one. It must not lie before what has been played.
func (s *Simulator) Until(second int64) {
	s.begin()
	if s.tracer == nil && s.run.idle(second) {
		return
	}
	if s.out != s.left { // nobody has asked since
		s.run.answer(s.server, s.out)
		s.left = s.out
	}
	if s.tracer != nil {
		s.tracer.until(&s.run, second)
	}
	s.run.until(second)
}

// TakeOut leaves exactly the given regions out of the answers to all questions from the next second on. If all are
// given, none is left out. It costs nothing until somebody asks.
func (s *Simulator) TakeOut(out RegionSet) {
	s.begin()
	if s.tracer != nil {
		s.tracer.takeOut(&s.run, out)
	}
	s.out = out
}

// Finish plays the rest and sets the shared metrics of the row.
func (s *Simulator) Finish(b *models.Batch, row int) {
	if s.begun || s.cell.failed != noRegion || s.tracer != nil {
		s.Until(s.run.end)
		s.run.finish()
		s.run.upstream = s.run.questions(s.run.end) - s.cell.quotas.resolvers
		s.tally.sum(s.network, s.run.requests)
	} else if s.alongTrack() {
		s.tally.take(s.network, s.run.counted)
	} else {
		s.seat()
		s.run.steady(*s.server.without(0), s.server.rotation, s.cell.quotas.rate)
		s.tally.sum(s.network, s.run.requests)
	}
	s.write(b, row)
}

// alongTrack computes a cell that nothing disturbs by a track, if there is one for it.
func (s *Simulator) alongTrack() bool {
	c := &s.cell
	if s.server.policy != weighted || !c.schedule.inLine() || !s.run.lanes.hold(c.quotas.rate) || !s.countable() {
		return false
	}
	if s.track == nil || !s.track.key.matches(s.server.rotation.id, &c.quotas, c.schedule.step) {
		s.track = s.tracks.find(trackKey{s.server.rotation.id, c.quotas, c.schedule.step})
		if s.track == nil {
			return false
		}
	}
	l := &s.line
	l.quotas, l.step, l.round = s.quotas.perSecond, c.schedule.step, s.server.rotation.slots
	return s.track.run(&s.run, l, l.span(c.schedule.ttl, c.duration), c.schedule.ttl)
}

// countable says whether the accounts hold what the cell adds up to.
func (s *Simulator) countable() bool {
	exact := s.network.accounts.exact
	return exact == 0 || s.cell.quotas.rate*s.cell.duration <= exact
}
