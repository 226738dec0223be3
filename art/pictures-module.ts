import type { Picture } from './picture-files.ts'
import { socialPlans } from './social-plans.ts'

const HEAD = `// Made by art/make-art.ts; do not edit.

/** A photograph in several widths, each as \`\${path}-\${width}.avif\`, and the largest as \`.webp\`. */
export interface Picture {
  path: string
  width: number
  height: number
  widths: readonly number[]
}
`

/** Source of the module that lists the pictures for the pages. */
export function picturesModule(pictures: Record<string, Picture>): string {
  const entries = Object.entries(pictures).map(([name, { path, width, height, widths }]) => {
    return `  ${/^\w+$/.test(name) ? name : `'${name}'`}: { path: '${path}', width: ${width}, height: ${height}, widths: [${widths.join(', ')}] },`
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
