import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ImportRow } from './contact-import.ts'
import { fetchReport, type ReportedRows } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { describeImportError } from './use-import.ts'

interface ReportButtonProps {
  found: ImportRow
  wanted: ReportedRows
  variant?: 'quiet'
  /** For the screen reader, where the text alone does not say which rows. */
  label?: string
  children: ReactNode
}

/** Downloads rows of the file with what happened to them. */
export function ReportButton({ found, wanted, variant, label, children }: ReportButtonProps) {
  const backend = useClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchReport(backend, found.id, wanted),
    onSuccess: (text) => saveCsv(text, `${nameFile(wanted)}-${found.file_name.replace(/\.\w+$/, '')}.csv`),
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: describeImportError(error) }),
  })
  return (
    <ToolButton
      {...(variant ? { variant } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
      busy={isPending}
      onClick={() => mutate()}
    >
      {isPending ? 'Preparing...' : children}
    </ToolButton>
  )
}

function nameFile(wanted: ReportedRows): string {
  if ('reason' in wanted) return 'rows'
  return wanted.rows === 'warnings' ? 'warnings' : 'not-imported'
}
