import { useState } from 'react'
import { useProfile } from '../../web/api/session.ts'
import { Select } from '../../web/ui/field.tsx'
import { staffName } from '../../web/ui/full-name.ts'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { NextStepForm } from './next-step-form.tsx'

interface BulkStepFormProps {
  busy: boolean
  onSave: (step: string, day: string, owner: string) => void
  onClose: () => void
}

/** One next step and one owner for many contacts. */
export function BulkStepForm({ busy, onSave, onClose }: BulkStepFormProps) {
  const { id: ownId } = useProfile()
  const others = useColleagues()?.filter(({ id }) => id !== ownId) ?? []
  const [owner, setOwner] = useState(ownId)
  return (
    <NextStepForm busy={busy} onSave={(step, day) => onSave(step, day, owner)} onClose={onClose}>
      <Select label="Who" value={owner} onChange={({ target }) => setOwner(target.value)}>
        <option value={ownId}>You</option>
        {others.map((each) => (
          <option key={each.id} value={each.id}>
            {staffName(each)}
          </option>
        ))}
      </Select>
    </NextStepForm>
  )
}
