import { expect, test } from 'vitest'
import { parseKeyword } from './consent.server.ts'

test.each(['STOP', 'stop', ' Stop ', 'STOPALL', 'UNSUBSCRIBE', 'Cancel', 'END', 'quit', 'REVOKE', 'OPTOUT'])(
  'parseKeyword reads %j as STOP, which the carrier confirms',
  (body) => {
    expect(parseKeyword(body)).toEqual({ action: 'stop', alone: true })
  },
)

test.each([
  'STOP.',
  'Stop!!!',
  'stop all',
  'opt out',
  'Opt-out',
  'STOP PLEASE',
  'please stop',
  'Please stop texting me',
  'please stop texting me.',
  'Can you stop sending me texts',
  'Hi, could you please stop sending these messages? Thanks',
  'stop messaging me',
  'STOP CONTACTING ME',
  'stop spamming me',
  'Stop it',
  'ok stop now',
  'Don’t text me',
  "don't text me anymore",
  'Do not contact me again',
  'do not send me any more messages',
  'never text this number again',
  'no more texts',
  'No more texts please',
  'I want no more messages from you',
  'take me off your list',
  'Please remove me from your list',
  'remove my number',
  'Unsubscribe me',
  'opt me out',
  'I want to opt out',
  'How do I unsubscribe?',
  'I revoke my consent',
  'I withdraw my permission to text',
  'wrong number',
  'You have the wrong number, sorry',
  'leave me alone',
  'Quit texting me!',
  'End these messages',
])('parseKeyword reads %j as STOP, which we confirm', (body) => {
  expect(parseKeyword(body)).toEqual({ action: 'stop', alone: false })
})

test.each([
  "I'll stop by at 5",
  'Can I stop by your office tomorrow?',
  'The sink won’t stop leaking',
  'Please do not stop the work',
  "Don't stop texting me, it helps",
  'The site went down, can you stop the ads?',
  'What time does the sale end?',
  'We have to cancel Thursday, how about Friday?',
  'Can we cancel the appointment',
  'I quit my job to start this business',
  'bus stop 12',
  'Text me when you get here',
  'You can text me at this number',
  'No problem',
  'No, the other one',
  'This is the end of the story',
  'Please add an unsubscribe link to our newsletter',
  'How many messages can the bot answer?',
  'Can you take me to the site',
  'I never got your message',
  'We want no more than five pages',
  'I need help with my website',
  'Start with the logo',
  'yes please',
  'Yes, Tuesday works',
  '',
  '👍',
])('parseKeyword finds no keyword in %j', (body) => {
  expect(parseKeyword(body)).toBeNull()
})

test.each(['START', 'start', 'YES', 'unstop '])('parseKeyword reads %j as START', (body) => {
  expect(parseKeyword(body)).toEqual({ action: 'start' })
})

test.each(['HELP', 'help?', 'INFO'])('parseKeyword reads %j as HELP', (body) => {
  expect(parseKeyword(body)).toEqual({ action: 'help' })
})
