import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction, findRow, listColumns, requireSuccess } from '../../web/api/request.ts'

const channel = z.enum(['text', 'email'])
const reviewOffer = z.object({ id: z.string(), channel: z.nullable(channel) })
/** A customer who was never asked for a review; `channel` is null if they can be neither texted nor emailed. */
export type ReviewOffer = z.infer<typeof reviewOffer>

const asked = z.object({ channel })

/** Null if the contact is no customer, or was asked. Throws ApiError. */
export async function findReviewOffer(backend: Backend, contactId: string): Promise<ReviewOffer | null> {
  const answer = await backend
    .from('review_offers')
    .select(listColumns(reviewOffer))
    .eq('id', contactId)
    .maybeSingle()
  return findRow(reviewOffer, answer)
}

/** Sends the request and returns how. Throws ApiError, also if a colleague has decided. */
export async function requestReview(backend: Backend, contactId: string): Promise<'text' | 'email'> {
  return (await callFunction(backend, { name: 'request-review', body: { contactId }, answer: asked })).channel
}

/** Records that this contact is not to be asked. Throws ApiError, also if a colleague has decided. */
export async function declineReview(backend: Backend, contactId: string): Promise<void> {
  requireSuccess(await backend.from('review_requests').insert({ contact_id: contactId }))
}

/** Undoes `declineReview`: the request is offered again. Throws ApiError. */
export async function undoDecline(backend: Backend, contactId: string): Promise<void> {
  requireSuccess(
    await backend
      .from('review_requests')
      .delete()
      .eq('contact_id', contactId)
      .eq('outcome', 'declined')
      .eq('repeated', false),
  )
}
