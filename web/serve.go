// Serves a folder until it is told to stop.

package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// Serve serves the folder on an address, HOST:PORT, until ctx ends; then it
// lets the requests under way finish, for at most three seconds. Port 0 takes
// a free one. listening hears the site's address once it can be opened.
//
// The error is that of listening, or what ended the server; nil once ctx ended.
func Serve(ctx context.Context, dir, addr string, listening func(url string)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: Handler(dir), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	listening(address(listener.Addr()))
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	} else if err != nil {
		return err
	}
	return nil
}

// address returns the URL of a listener's address. One that means every
// address of the machine is opened as localhost.
func address(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return "http://" + a.String() + "/"
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
