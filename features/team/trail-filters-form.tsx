import { Select } from '../../web/ui/field.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { trailPeriods, trailSubjects, type TrailFilter } from './audit-filters.ts'
import { isStaff, memberName, useTeam } from './use-team.ts'

/** Who, about what, since when; kept in the address. */
export function TrailFilters({ filter: { who, what, days } }: { filter: TrailFilter }) {
  const { change } = useAddress()
  const members = useTeam().data?.members ?? []
  const set = (changes: Record<string, string>) => change(changes, { replace: true })
  return (
    <div className="trail-filters">
      <Select label="Person" value={who ?? ''} onChange={({ target }) => set({ who: target.value })}>
        <option value="">Everybody</option>
        {members.filter(isStaff).map((member) => (
          <option key={member.id} value={member.id}>
            {memberName(member)}
          </option>
        ))}
      </Select>
      <Select label="About" value={what ?? ''} onChange={({ target }) => set({ what: target.value })}>
        <option value="">Everything</option>
        {Object.entries(trailSubjects).map(([id, { label }]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      <Select label="Period" value={days ?? ''} onChange={({ target }) => set({ days: target.value })}>
        <option value="">All time</option>
        {trailPeriods.map((period) => (
          <option key={period.days} value={period.days}>
            {period.label}
          </option>
        ))}
      </Select>
    </div>
  )
}
