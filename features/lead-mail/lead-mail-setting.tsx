import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isLeadMail, type LeadMail as Choice } from './lead-mail.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { changeLeadMail } from './lead-mail.api.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Select } from '../../web/ui/field.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'

const words: Record<Choice, string> = {
  each: 'A mail for each lead',
  daily: 'One mail a day',
  none: 'No mail',
}

/** Setting for mail about new leads. Each change is saved at once. */
export function LeadMail() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const { id, email, lead_mail: chosen } = useProfile()
  const { mutate, isPending, variables, error } = useMutation({
    // Saves run one after the other: arrow keys change the select repeatedly, and the last choice wins.
    scope: { id: 'lead-mail' },
    mutationFn: (choice: Choice) => changeLeadMail(backend, { id, choice }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.profile })
      toast({ title: 'Success', text: 'Your choice was saved' })
    },
  })
  return (
    <Panel title="Mail about new leads">
      <div className="panel-form">
        <Select
          label="How often"
          value={isPending ? variables : chosen}
          onChange={({ target }) => {
            if (isLeadMail(target.value)) mutate(target.value)
          }}
        >
          {Object.entries(words).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <p className="panel-text">
          Goes to {email}. The daily mail comes when we open, with everything since the one before.
        </p>
        {error ? (
          <Alert>
            {networkErrorMessage(failureReason(error)) ?? 'Your choice could not be saved. Please try again.'}
          </Alert>
        ) : null}
      </div>
    </Panel>
  )
}
