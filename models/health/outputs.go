package health

import "tarama/models"

// outputs are the metrics of a batch.
type outputs struct {
	outcome                                                                           []int32
	detectionRound, detectionTime, falseEvictions, lostRounds, lostTime, minInService []int64
	checksPerMinute                                                                   []float64
	noDetectionRound, noDetectionTime                                                 []bool
}

// bind finds the columns of a batch, and says of all metrics that are never null that they exist.
func (o *outputs) bind(b *models.Batch) {
	m := b.Metrics
	o.outcome, o.checksPerMinute = m[outcome].Codes, m[checksPerMinute].Reals
	o.detectionRound, o.noDetectionRound = m[detectionRound].Ints, m[detectionRound].Null
	o.detectionTime, o.noDetectionTime = m[detectionTime].Ints, m[detectionTime].Null
	o.falseEvictions, o.lostRounds, o.lostTime = m[falseEvictions].Ints, m[lostRounds].Ints, m[lostTime].Ints
	o.minInService = m[minInService].Ints
	for _, i := range [...]int{outcome, falseEvictions, lostRounds, lostTime, checksPerMinute, minInService} {
		exist(m[i].Null, b)
	}
}

// exist says of the rows that the batch names that they have a value.
func exist(null []bool, b *models.Batch) {
	if len(b.Order) == b.Rows { // it names all rows
		clear(null)
		return
	}
	for _, row := range b.Order {
		null[row] = false
	}
}

// result is what cells that differ in the interval alone have in common.
type result struct {
	outcome        int32
	detection      int64 // round, or 0
	inService      int64 // rounds that the failed instance was in service, or 0 if it was never noticed
	falseEvictions int64
	lostRounds     int64
	minInService   int64
	instances      float64
}

// write sets the metrics of a row.
func (o *outputs) write(row int32, seconds int64, r *result) {
	o.outcome[row] = r.outcome
	o.detectionRound[row], o.noDetectionRound[row] = r.detection, r.outcome != evicted
	o.detectionTime[row], o.noDetectionTime[row] = r.inService*seconds, r.outcome == never
	o.falseEvictions[row] = r.falseEvictions
	o.lostRounds[row] = r.lostRounds
	o.lostTime[row] = r.lostRounds * seconds
	o.checksPerMinute[row] = (60 / float64(seconds)) * r.instances
	o.minInService[row] = r.minInService
}
