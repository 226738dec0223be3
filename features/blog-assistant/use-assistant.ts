import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../web/api/api-error.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { generateContent, type GeneratedContent, generateImage } from './blog-assistant.api.ts'
import { useClient } from '../../web/api/session.ts'
import { shortenText } from '../../web/ui/excerpt.ts'
import type { AssistedFields } from '../blog/blog.ts'

/** A picture with its description and credit. */
export type Picture = Pick<AssistedFields, 'featured_image' | 'featured_image_alt' | 'featured_image_credit'>

interface Cancellable<Input, Answer> {
  call: (input: Input, signal: AbortSignal) => Promise<Answer>
  onDone: (answer: Answer, input: Input) => void
  /** Error text of the toast. */
  failure: string | ((error: unknown) => string)
  onFailed?: () => void
}

/** Runs a slow call that can be canceled, and cancels it on unmount. */
export function useCancellable<Input, Answer>({
  call,
  onDone,
  failure,
  onFailed,
}: Cancellable<Input, Answer>) {
  const toast = useToast()
  const running = useRef<AbortController | null>(null)
  const [reason, setReason] = useState('')
  useEffect(() => () => running.current?.abort(), [])

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (input: Input) => {
      const controller = new AbortController()
      running.current = controller
      return call(input, controller.signal)
    },
    onMutate: () => setReason(''),
    onSuccess: (answer, input) => {
      if (!running.current?.signal.aborted) onDone(answer, input)
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return
      const text = typeof failure === 'string' ? failure : failure(error)
      toast({ kind: 'destructive', title: 'Error', text })
      setReason(describeError(error))
      onFailed?.()
    },
  })
  return {
    start: (input: Input) => {
      if (!isPending) mutate(input)
    },
    cancel: () => running.current?.abort(),
    busy: isPending,
    /** Input of the running call. */
    input: isPending ? variables : undefined,
    /** Message of the last failure; empty if unknown. */
    reason,
  }
}

function describeError(error: unknown): string {
  return error instanceof ApiError && error.reason !== 'unknown' ? error.message : ''
}

/** Generates an article from a topic. */
export function useContentHelp(onContent: (content: GeneratedContent) => void) {
  const backend = useClient()
  const toast = useToast()
  const [topic, setTopic] = useState('')
  const call = useCancellable({
    call: (prompt: string, signal) => generateContent(backend, prompt, signal),
    failure: 'Failed to generate content. Please try again.',
    onDone: (content) => {
      if (content === null) return
      onContent(content)
      toast({ title: 'Success', text: 'AI content generated successfully!' })
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

/** Maximum length of a picture description, in characters. */
const LONGEST_ALT = 500

/** Generates a picture from its description. */
export function useImageHelp(onPicture: (picture: Picture) => void) {
  const backend = useClient()
  const toast = useToast()
  const [description, setDescription] = useState('')
  const [simulated, setSimulated] = useState(false)
  const call = useCancellable({
    call: (prompt: string, signal) => generateImage(backend, prompt, signal),
    failure: 'Failed to generate image. Please try again.',
    onDone: (image, prompt) => {
      setSimulated(image.simulated === true)
      onPicture({
        featured_image: image.imageUrl,
        featured_image_alt: shortenText(prompt, LONGEST_ALT - 1),
        featured_image_credit: null,
      })
      toast({ title: 'Success', text: 'AI image generated successfully!' })
    },
  })
  const generate = () => {
    const prompt = description.trim()
    if (prompt) call.start(prompt)
    else toast({ kind: 'destructive', title: 'Error', text: 'Please enter a description for the image' })
  }
  return { ...call, description, setDescription, generate, simulated }
}

export type ImageHelp = ReturnType<typeof useImageHelp>
