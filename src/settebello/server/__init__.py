"""The server: live tables over HTTP and WebSocket, and the store that remembers them."""
