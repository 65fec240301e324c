// Every interleaving of two workers over a small clock, on the real engine.

package outbox

import (
	"strconv"
	"testing"

	"leaseplay/lesson"
	"leaseplay/lesson/sqlite"
)

// database is one in memory, with a connection for each worker and one that
// resets it, so that a few thousand programs take no fresh file each.
type database struct {
	workers [2]*sqlite.Conn
	admin   *sqlite.Conn
}

func open(t *testing.T) *database {
	t.Helper()
	d := &database{}
	for _, c := range []**sqlite.Conn{&d.admin, &d.workers[0], &d.workers[1]} {
		conn, err := sqlite.Open("file:/" + t.Name() + "?vfs=memdb")
		if err != nil {
			t.Fatal(err)
		}
		*c = conn
		t.Cleanup(func() {
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if _, err := d.admin.Exec(Lesson.Schema); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *database) reset(t *testing.T, state string, token, until sqlite.Value) {
	t.Helper()
	_, err := d.admin.Exec("REPLACE INTO outbox VALUES (1, 'receipt-7', :state, :token, :until)",
		sqlite.Param{Name: ":state", Value: sqlite.Text(state)},
		sqlite.Param{Name: ":token", Value: token}, sqlite.Param{Name: ":until", Value: until})
	if err != nil {
		t.Fatal(err)
	}
}

func num(n int) lesson.Int { return lesson.ReadInt(strconv.Itoa(n)) }

// interleavings are the orders of two workers' claim and ack: a step names
// the worker, whose first step is its claim and whose second its ack.
var interleavings = [][4]int{{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}, {1, 1, 0, 0}}

// violations are the programs in which a worker acknowledged though its claim
// was superseded, late, or never won, with how many programs there were. Each
// step has a time of its own from 0 to ticks-1: also one before the last
// step's, for workers' clocks may differ. Each lease is 1 or 2 units long.
func violations(t *testing.T, d *database, k *Contract, tokens [2]string) (programs, superseded, late, none int) {
	const ticks = 4
	for _, order := range interleavings {
		for times := range ticks * ticks * ticks * ticks {
			for lengths := range 4 {
				programs++
				d.reset(t, "pending", sqlite.Null(), sqlite.Null())
				holder, until := -1, 0 // of the last claim that was answered True
				var won, acked [2]bool
				n := times
				var seen [2]int
				for _, w := range order {
					now := n % ticks
					n /= ticks
					seen[w]++
					if seen[w] == 1 {
						end := now + 1 + lengths>>w&1
						ok, err := k.Claim(d.workers[w], num(1), tokens[w], num(now), num(end))
						if err != nil {
							t.Fatal(err)
						}
						if ok {
							holder, until, won[w] = w, end, true
						}
						continue
					}
					ok, err := k.Ack(d.workers[w], num(1), tokens[w], num(now))
					if err != nil {
						t.Fatal(err)
					}
					acked[w] = ok
					switch {
					case ok && !won[w]:
						none++
					case ok && holder != w:
						superseded++
					case ok && now >= until:
						late++
					}
				}
				if acked[0] && acked[1] {
					t.Errorf("order %v, times %d, lengths %d: both acknowledged", order, times, lengths)
				}
			}
		}
	}
	return
}

func TestEveryInterleaving(t *testing.T) {
	d := open(t)
	own, same := [2]string{"claim-1", "claim-2"}, [2]string{"worker", "worker"}
	for _, tt := range []struct {
		variant                string
		tokens                 [2]string
		superseded, late, none bool // whether such violations are there
	}{
		{"", own, false, false, false},
		{"ack-by-id", own, true, false, true},
		{"ack-after-expiry", own, false, true, false},
		{"", same, false, false, true}, // whoever knows the token has the claim
		{"reuse-token", same, true, false, true},
	} {
		programs, superseded, late, none := violations(t, d, contracts[tt.variant], tt.tokens)
		t.Logf("variant %q: %d programs; acknowledged superseded %d, late %d, without a claim %d", tt.variant, programs, superseded, late, none)
		if programs != 6144 {
			t.Errorf("%d programs", programs)
		}
		if got := [3]bool{superseded > 0, late > 0, none > 0}; got != [3]bool{tt.superseded, tt.late, tt.none} {
			t.Errorf("variant %q: superseded %d, late %d, none %d", tt.variant, superseded, late, none)
		}
	}
}
