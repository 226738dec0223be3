import type { Picture } from './picture-files.ts'
import { socialPlans } from './social-plans.ts'

const HEAD = `// Made by art/make-art.ts; do not edit.

/** A photograph in several widths, each as \`\${path}-\${width}.avif\` and \`.webp\`. */
export interface Picture {
  path: string
  width: number
  height: number
  widths: readonly number[]
  /** Its prevailing color, for the place it will take while it loads. */
  color: string
}
`

/** Source of the module that lists the pictures for the pages. */
export function picturesModule(pictures: Record<string, Picture>): string {
  const entries = Object.entries(pictures).map(([name, { path, width, height, widths, color }]) => {
    return `  ${name}: { path: '${path}', width: ${width}, height: ${height}, widths: [${widths.join(', ')}], color: '${color}' },`
  })
  return `${HEAD}
export const pictures = {
${entries.join('\n')}
} as const satisfies Record<string, Picture>

/** Social images, 1200 by 630 pixels: each is \`/og/\${name}.png\`. */
export const socialImages = [
${socialPlans.map(({ name }) => `  '${name}',`).join('\n')}
] as const
`
}
