import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { roles, type Role } from '../../db/row-types.ts'
import { changeRole, type Member } from './team.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { roleLabels, roleNotes } from './team.ts'
import { useTeamChanges, memberName } from './use-team.ts'
import styles from './team.module.css'

const NO_QUESTION = { question: '', detail: '', confirm: '' }

/** Role of a member. A change takes effect with the member's next request. */
export function RoleChoice({ member }: { member: Member }) {
  const own = useProfile()
  const [wanted, setWanted] = useState<Role | null>(null)
  const { change, pending } = useRoleChange(member)
  return (
    <>
      <select
        className={`control ${styles.memberRole}`}
        aria-label={`Role of ${memberName(member)}`}
        value={pending ?? member.role}
        onChange={({ target }) => {
          const chosen = roles.find((role) => role === target.value)
          if (chosen && chosen !== (pending ?? member.role)) setWanted(chosen)
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
        {...(wanted === null ? NO_QUESTION : describeRoleChange(member, wanted, member.id === own.id))}
        harmless
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
  const backend = useClient()
  const toast = useToast()
  const team = useTeamChanges()
  const name = memberName(member)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (role: Role) => changeRole(backend, member.email, role),
    onSuccess: (_nothing, role) =>
      toast({
        title: 'Success',
        text: `${name} is ${roleLabels[role].toLowerCase()} now`,
        action: { label: 'Undo', run: () => mutate(member.role) },
      }),
    onError: team.showError('Failed to change the role'),
    onSettled: team.refetch,
  })
  return { change: mutate, pending: isPending ? variables : null }
}

/** Arrow keys change the select at once, so a role change asks for confirmation. */
function describeRoleChange(member: Member, role: Role, own: boolean) {
  if (own) {
    return {
      question: 'Give up your own admin role?',
      detail: 'You will not see this page any more. Another admin can give the role back.',
      confirm: 'Give it up',
    }
  }
  const name = memberName(member)
  const detail = `${roleLabels[role]}: ${roleNotes[role]} It counts from their next action on.`
  return role === 'admin'
    ? { question: `Make ${name} an admin?`, detail, confirm: 'Make admin' }
    : { question: `Make ${name} a ${roleLabels[role].toLowerCase()}?`, detail, confirm: 'Change role' }
}
