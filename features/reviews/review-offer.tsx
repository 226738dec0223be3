import { useMutation, useQuery } from '@tanstack/react-query'
import { failureReason } from '../../web/api/api-error.ts'
import { networkErrorMessage, serverMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import { usePublicSettings } from '../../web/root-data.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { declineReview, findReviewOffer, requestReview, undoDecline } from './reviews.api.ts'
import styles from './review-offer.module.css'
import { writeReviewRequest } from './reviews.ts'

/** Offers to ask a customer for a review, once. Nothing without an address for reviews. */
export function ReviewOffer({ contactId }: { contactId: string }) {
  const { reviewUrl } = usePublicSettings()
  return reviewUrl === null ? null : <Offer contactId={contactId} url={reviewUrl} />
}

function Offer({ contactId, url }: { contactId: string; url: string }) {
  const backend = useClient()
  const { data: offer } = useQuery({
    queryKey: [...keys.contacts, 'review-offer', contactId],
    queryFn: () => findReviewOffer(backend, contactId),
  })
  const { send, decline, isPending } = useDecision(contactId)
  const place = useRestoreFocus<HTMLDivElement>(Boolean(offer))
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {offer ? (
        <section className={styles.offer} aria-labelledby="review-title">
          <div className={styles.line}>
            <h3 id="review-title">Ask for a review</h3>
            {offer.channel === null ? null : (
              <ToolButton busy={isPending} onClick={send}>
                Send<span className="visually-hidden"> the review request</span>
              </ToolButton>
            )}
            <ToolButton variant="quiet" busy={isPending} onClick={decline}>
              Not now<span className="visually-hidden">, no review request</span>
            </ToolButton>
          </div>
          {offer.channel === null ? (
            <p className={styles.note}>This contact can be neither texted nor emailed.</p>
          ) : (
            <details className={styles.note}>
              <summary>{`By ${offer.channel}, in the same words for everybody`}</summary>
              <p>{writeReviewRequest(url)}</p>
            </details>
          )}
        </section>
      ) : null}
    </div>
  )
}

function useDecision(contactId: string) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const meta = { changes: [keys.contacts, keys.timeline, keys.logs] }
  const sending = useMutation({
    meta,
    mutationFn: () => requestReview(backend, contactId),
    onSuccess: (channel) => toast({ title: 'Success', text: `Review request sent by ${channel}` }),
    onError: (error) =>
      toast({
        kind: 'destructive',
        title: 'Error',
        text: 'Failed to ask for a review',
        detail: networkErrorMessage(failureReason(error)) ?? serverMessage(error),
      }),
  })
  const undoing = useMutation({
    meta,
    mutationFn: () => undoDecline(backend, contactId),
    onSuccess: () => toast({ title: 'Success', text: 'Undone' }),
    onError: (error) => fail('Failed to undo', error),
  })
  const declining = useMutation({
    meta,
    mutationFn: () => declineReview(backend, contactId),
    onSuccess: () =>
      toast({
        title: 'Success',
        text: 'This contact is not asked for a review',
        action: { label: 'Undo', run: () => undoing.mutate() },
      }),
    onError: (error) => fail('Failed to save', error),
  })
  return {
    send: () => sending.mutate(),
    decline: () => declining.mutate(),
    isPending: sending.isPending || declining.isPending,
  }
}
