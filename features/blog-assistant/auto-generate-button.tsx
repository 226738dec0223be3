import { useQueryClient } from '@tanstack/react-query'
import { autoGenerate } from './blog-assistant.api.ts'
import { ApiError } from '../../web/api/api-error.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useCancellable } from './use-assistant.ts'

/** Starts a scheduled draft run by hand. */
export function AutoGenerateButton() {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { start, busy, cancel } = useCancellable({
    call: (_: null, signal) => autoGenerate(backend, signal),
    failure: describeFailure,
    onDone: ({ title, category }) => {
      toast({ title: 'Success', text: `Auto-generated blog post: "${title}" in ${category}` })
      for (const queryKey of [keys.posts, keys.stats, keys.notifications])
        void queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <>
      <ToolButton busy={busy} onClick={() => start(null)}>
        {busy ? 'Generating...' : 'Test Auto-Generate'}
      </ToolButton>
      {busy ? <ToolButton icon="close" aria-label="Cancel generating" onClick={cancel} /> : null}
    </>
  )
}

/** Prefers the server's own message. */
function describeFailure(error: unknown): string {
  const said = error instanceof ApiError && !['offline', 'unknown'].includes(error.reason)
  return said ? `Failed to generate blog post: ${error.message}` : 'Failed to test auto-generation'
}
