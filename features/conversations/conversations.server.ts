export { findSent, lockContact, requestSms, writeText } from './send-sms.server.ts'
export { findSendTime } from './texting-hours.ts'
