import { useQuery } from '@tanstack/react-query'
import { listGenerations } from './blog-assistant.api.ts'
import { useClient } from '../../web/api/session.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import styles from './ai-provenance.module.css'
import { keys } from '../../web/workspace/query-client.ts'

/** The models and prompts behind an AI-written post; renders nothing if there are none. */
export function PostOrigins({ postId }: { postId: string }) {
  const backend = useClient()
  const { data = [] } = useQuery({
    queryKey: [...keys.posts, postId, 'generations'],
    queryFn: () => listGenerations(backend, postId).catch(logFailure('what AI wrote')),
  })
  if (data.length === 0) return null
  return (
    <details className={styles.origins}>
      <summary>
        Written with AI <span className="mono">{data.length}</span>
      </summary>
      <ul>
        {data.map(({ id, kind, model, simulated, created_at: at, prompt }) => (
          <li key={id}>
            <p>
              {kind === 'article' ? 'Text' : 'Picture'} by {simulated ? 'the simulation' : model},{' '}
              <MomentOf at={at} />
            </p>
            <blockquote>{prompt}</blockquote>
          </li>
        ))}
      </ul>
    </details>
  )
}
