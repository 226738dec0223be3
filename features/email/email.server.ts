export { findMailboxIdentity, findReplyAddress } from './own-addresses.server.ts'
export { parseMail } from './parse-mail.server.ts'
export { receiveMail } from './receive-mail.server.ts'
export { writeEmail } from './send-email.server.ts'
