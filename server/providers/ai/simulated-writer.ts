import type { AiWriter, Draft, ReplyDraft, ReplyRequest } from './ai-provider.ts'

const MAX_TOPIC_LENGTH = 90

/** Returns the same sample for the same topic: enough to try the steps after a draft, and clearly no article. */
export function createSimulatedWriter(): AiWriter {
  return {
    simulated: true,
    model: 'simulated',
    write: async (prompt) => sampleAbout(extractTopic(prompt)),
    reply: async (request) => sampleReply(request),
  }
}

/** Names the newest and the first source, as a model would. */
function sampleReply({ channel, name, sources }: ReplyRequest): ReplyDraft {
  const greeting = name === '' ? 'Hi,' : `Hi ${name},`
  const rest = 'this is a simulated draft: no AI service is set up. Replace it with your own words.'
  const text = channel === 'text' ? `${greeting} ${rest}` : `${greeting}\n\n${rest}`
  return { text, used: [...new Set([0, sources.length - 1])].filter((position) => position in sources) }
}

/** The first sentence or line of the prompt, cut to a title's length. */
function extractTopic(prompt: string): string {
  const first = /^[^\n.!?]+/.exec(prompt.trim())?.[0].trim() ?? ''
  const words = first.slice(0, MAX_TOPIC_LENGTH + 1)
  return words.length > MAX_TOPIC_LENGTH ? words.slice(0, words.lastIndexOf(' ')) : words || 'your topic'
}

function sampleAbout(topic: string): Draft {
  return {
    title: `Sample draft: ${topic}`,
    excerpt: `A sample written without an AI service, about ${topic}. Replace it before you publish.`,
    content: `*This is a simulated draft. No AI service is set up, so these are standing sentences around your topic.*

The topic you gave is **${topic}**. A real draft would explain what it means for the owner of a local business, in plain words and with one example from an ordinary week.

## Why it matters

Most work that annoys people is small and frequent. Write down what happens, how often, and who does it. An hour of notes is worth more than a month of opinions.

- It happens at least once a day.
- You can explain it on a single sheet of paper.
- A mistake is easy to see and easy to put right.

## How to begin

1. **Look first.** Sit beside the person who does the work and count.
2. **Change one thing.** Keep everything else as it is for two weeks.
3. **Compare.** If the count went down, keep the change. If not, take it back.

## What to ask next

Who will look after it? What happens on the day it does not work? A plan that answers both questions is a good one.

### Before you publish

Replace this sample with your own words, or set up an AI service and generate it again.`,
  }
}
