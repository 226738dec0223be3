import { useState } from 'react'
import { generateContent, type GeneratedContent } from './blog-assistant.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useCancellable } from './use-assistant.ts'

interface Options {
  draft: GeneratedContent
  onContent: (content: GeneratedContent) => void
}

/** Has an article written. It replaces what the form holds, which can be taken back. */
export function useContentHelp({ draft, onContent }: Options) {
  const backend = useBackend()
  const toast = useToast()
  const [topic, setTopic] = useState('')
  const call = useCancellable({
    call: (prompt: string, signal) => generateContent(backend, prompt, signal),
    failure: 'Failed to generate content. Please try again.',
    onDone: (content) => {
      if (content === null) return
      onContent(content)
      const { title, excerpt, content: text } = draft
      toast({
        title: 'Success',
        text: 'AI content generated successfully!',
        ...(title || excerpt || text
          ? { action: { label: 'Undo', run: () => onContent({ title, excerpt, content: text }) } }
          : {}),
      })
    },
  })
  const generate = () => {
    const prompt = topic.trim()
    if (prompt) call.start(prompt)
    else toast({ kind: 'destructive', title: 'Error', text: 'Please enter a blog topic or outline' })
  }
  return { ...call, topic, setTopic, generate }
}

export type ContentHelp = ReturnType<typeof useContentHelp>
