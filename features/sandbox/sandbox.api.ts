import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/request.ts'

const NAME = 'sandbox-phone'

const telephone = z.object({
  number: z.string(),
  name: z.nullable(z.string()),
  lastBody: z.string(),
  lastAt: z.string(),
})
export type SimulatedHandset = z.infer<typeof telephone>

const text = z.object({
  id: z.string(),
  fromPhone: z.boolean(),
  body: z.string(),
  pictures: z.number(),
  at: z.string(),
})
export type TelephoneText = z.infer<typeof text>

/** The simulated phones with activity, newest first. Throws ApiError, as do the functions below. */
export async function listTelephones(backend: Backend): Promise<SimulatedHandset[]> {
  const answer = z.object({ telephones: z.array(telephone) })
  const { telephones } = await callFunction(backend, { name: NAME, body: { action: 'list' }, answer })
  return telephones
}

/** The texts of one phone, oldest first. `number` is in E.164, here and below. */
export async function listTelephoneTexts(backend: Backend, number: string): Promise<TelephoneText[]> {
  const answer = z.object({ texts: z.array(text) })
  const { texts } = await callFunction(backend, { name: NAME, body: { action: 'texts', number }, answer })
  return texts
}

const done = z.object({ success: z.boolean() })

/** Sends a text to the business. */
export async function writeFromTelephone(backend: Backend, number: string, body: string): Promise<void> {
  await callFunction(backend, { name: NAME, body: { action: 'write', number, body }, answer: done })
}

/** Sends a text with a picture to the business. */
export async function sendPicture(
  backend: Backend,
  number: string,
  { body, picture }: { body: string; picture: File },
): Promise<void> {
  await callFunction(backend, {
    name: 'sandbox-picture',
    query: { number, body, type: picture.type },
    body: picture,
    answer: done,
  })
}

/** A picture of a text on a phone. */
export function loadPhonePicture(backend: Backend, textId: string, place: number): Promise<Blob> {
  return callFunction(backend, {
    name: 'sandbox-media',
    query: { text: textId, place: String(place) },
    method: 'GET',
    answer: z.instanceof(Blob),
  })
}

/** Calls the business; the call is answered or missed. */
export async function callFromTelephone(backend: Backend, number: string, answered: boolean): Promise<void> {
  await callFunction(backend, { name: NAME, body: { action: 'call', number, answered }, answer: done })
}
