import { useState } from 'react'
import { excerptOf } from '../../web/ui/excerpt.ts'
import { generateImage, type GeneratedImage } from './blog-assistant.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import type { AssistantPicture } from '../blog/assistant-picture.ts'
import { useCancellable } from './use-assistant.ts'

/** What the description of a picture may hold, in characters. */
const LONGEST_ALT = 500

/** Has a picture drawn and puts it into the form, with its description. */
export function useImageHelp(onPicture: (picture: AssistantPicture) => void) {
  const backend = useBackend()
  const toast = useToast()
  const [description, setDescription] = useState('')
  const [made, setMade] = useState<GeneratedImage | null>(null)
  const call = useCancellable({
    call: (prompt: string, signal) => generateImage(backend, prompt, signal),
    failure: 'Failed to generate image. Please try again.',
    onDone: (image, prompt) => {
      setMade(image)
      onPicture({ url: image.imageUrl, alt: excerptOf(prompt, LONGEST_ALT - 1), credit: null })
      toast({ title: 'Success', text: 'AI image generated successfully!' })
    },
  })
  const generate = () => {
    const prompt = description.trim()
    if (prompt) call.start(prompt)
    else toast({ kind: 'destructive', title: 'Error', text: 'Please enter a description for the image' })
  }
  return { ...call, description, setDescription, generate, made }
}

export type ImageHelp = ReturnType<typeof useImageHelp>
