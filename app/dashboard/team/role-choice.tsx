import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { roles, type Role } from '../../../shared/rows.ts'
import { changeRole, type Member } from '../../backend/team.ts'
import { useBackend, useProfile } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { roleLabels } from './role-labels.ts'
import { useTeamChanges } from './use-team-changes.ts'
import { memberName } from './use-members.ts'

/** What a person may do. It counts from their next action on. */
export function RoleChoice({ member }: { member: Member }) {
  const own = useProfile()
  const [wanted, setWanted] = useState<Role | null>(null)
  const { change, pending } = useRoleChange(member)
  const choose = (role: Role) => {
    if (role === (pending ?? member.role)) return
    // Nobody could give it back but somebody else.
    if (member.id === own.id) setWanted(role)
    else change(role)
  }
  return (
    <>
      <select
        className="control member-role"
        aria-label={`Role of ${memberName(member)}`}
        value={pending ?? member.role}
        onChange={({ target }) => {
          const chosen = roles.find((role) => role === target.value)
          if (chosen) choose(chosen)
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </select>
      <ConfirmDialog
        open={wanted !== null}
        question="Give up your own admin role?"
        detail="You will not see this page any more. Another admin can give the role back."
        confirm="Give it up"
        onConfirm={() => {
          if (wanted) change(wanted)
          setWanted(null)
        }}
        onCancel={() => setWanted(null)}
      />
    </>
  )
}

function useRoleChange(member: Member) {
  const backend = useBackend()
  const toast = useToast()
  const team = useTeamChanges()
  const name = memberName(member)
  const { mutate, isPending, variables } = useMutation({
    // One after the other: by keyboard a list is walked through, and the last choice counts.
    scope: { id: `role-of-${member.id}` },
    mutationFn: (role: Role) => changeRole(backend, member.email, role),
    onSuccess: (_nothing, role) =>
      toast({
        title: 'Success',
        text: `${name} is ${roleLabels[role].toLowerCase()} now`,
        action: { label: 'Undo', run: () => mutate(member.role) },
      }),
    onError: team.showError('Failed to change the role'),
    onSettled: team.readAgain,
  })
  return { change: mutate, pending: isPending ? variables : null }
}
