/** Caps of the realtime surface. A dashboard uses one socket, one channel, eight bindings and next to no messages. */
export const limits = {
  sockets: 2_000,
  /** A sender is an address, or of IPv6 a network (see `senderOf`). */
  socketsPerSender: 50,
  /** Sockets a sender may open, and ask to open, within a time. */
  connections: { count: 120, perMs: 30_000 },
  channelsPerSocket: 20,
  bindingsPerChannel: 20,
  /** Bindings of one account, whatever the number of its sockets. */
  bindingsPerAccount: 200,
  bindingsPerSender: 400,
  /** Joins and new tokens from one sender within a time: each asks the database. */
  joins: { count: 100, perMs: 10_000 },
  /** Bytes of one message from a client. */
  messageBytes: 64 * 1024,
  /** Messages a socket may send within a time. */
  messages: { count: 200, perMs: 10_000 },
  /** Bytes of messages that may wait for the one before them. */
  waitingBytes: 512 * 1024,
  /** Bytes waiting for a client that reads too slowly; beyond them it is cut off and has to come back. */
  bufferedBytes: 1024 * 1024,
  /** Milliseconds a client has to answer when its socket is closed. */
  closeWithin: 1_000,
  /** Bytes of one row; of a larger one only the key is sent. */
  recordBytes: 1024 * 1024,
  /** Milliseconds between two signs of life the server asks for. */
  pingEvery: 30_000,
  /** Changes read in one transaction per subscriber. */
  batch: 200,
  /** Different filters looked at in one statement. */
  filtersPerStatement: 20,
  /** Milliseconds of reading for one subscriber after which only the first statement for each table is asked. */
  readingMs: 1_000,
  /** Changes waiting to be read; beyond them subscribers are told to come back and read afresh. */
  waitingChanges: 5_000,
}
