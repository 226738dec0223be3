/** Caps of the realtime surface. A dashboard uses one socket, a few channels and next to no messages. */
export const limits = {
  sockets: 2_000,
  socketsPerAddress: 50,
  channelsPerSocket: 20,
  bindingsPerChannel: 20,
  /** Bytes of one message from a client. */
  messageBytes: 64 * 1024,
  /** Messages a socket may send within `messageWindow` milliseconds. */
  messages: 200,
  messageWindow: 10_000,
  /** Bytes waiting for a client that reads too slowly; beyond them it is cut off and has to come back. */
  bufferedBytes: 1024 * 1024,
  /** Bytes of one row; of a larger one only the key is sent. */
  recordBytes: 1024 * 1024,
  /** Milliseconds between two signs of life the server asks for. */
  pingEvery: 30_000,
  /** Changes read in one transaction per subscriber. */
  batch: 200,
  /** Changes waiting to be read; beyond them subscribers are told to come back and read afresh. */
  waitingChanges: 5_000,
}
