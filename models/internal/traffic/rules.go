package traffic

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarama/models"
)

// Rules declares what no bound of a single parameter can say.
func (n *Network) Rules() []models.Rule {
	weights := n.regionColumns(weightPrefix)
	return []models.Rule{
		{Doc: fmt.Sprintf("the sum of the weights is more than 0, and divided by their greatest common divisor at most %d", maxRotation),
			Parameters: weights, Check: checkWeights},
		{Doc: "rotation reference needs the default topology and weights in the ratio 5:3:2, whatever the policy",
			Parameters: append([]string{rotationName}, weights...), Check: n.checkReference},
		{Doc: rateName + " * " + durationName + " is at most 2^53, so that counts of requests are exact",
			Parameters: []string{rateName, durationName}, Check: checkRequests},
	}
}

// checkWeights holds the rotation to 1 to maxRotation slots.
func checkWeights(weights []models.Value) error {
	var sum, divisor int64
	for _, w := range weights {
		sum += w.Int
		divisor = gcd(divisor, w.Int)
	}
	if sum == 0 {
		return errors.New("the sum of the weights must be more than 0")
	}
	if slots := sum / divisor; slots > maxRotation {
		return fmt.Errorf("weights %s need a rotation of %d slots, more than %d", ratio(weights), slots, maxRotation)
	}
	return nil
}

// checkReference holds the reference rotation to the shares that its ten slots give.
func (n *Network) checkReference(values []models.Value) error {
	rotation, weights := values[0].Text, values[1:]
	if rotation != referenceWord {
		return nil
	}
	if n.own {
		return errors.New("rotation reference is for the default topology only: use rotation smooth")
	}
	for i, w := range weights {
		if w.Int*defaultWeights[0] != weights[0].Int*defaultWeights[i] {
			return fmt.Errorf("rotation reference needs weights in the ratio 5:3:2, not %s: use rotation smooth", ratio(weights))
		}
	}
	return nil
}

// checkRequests keeps every count of requests exact as a float64.
func checkRequests(values []models.Value) error {
	rate, duration := values[0].Int, values[1].Int
	if duration > 0 && rate > maxExact/duration {
		return fmt.Errorf("request_rate_rps %d times duration_s %d is more than 2^53", rate, duration)
	}
	return nil
}

// ratio prints weights as 5:3:2.
func ratio(weights []models.Value) string {
	parts := make([]string, len(weights))
	for i, w := range weights {
		parts[i] = strconv.FormatInt(w.Int, 10)
	}
	return strings.Join(parts, ":")
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
