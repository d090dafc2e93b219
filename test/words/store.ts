import { readFileSync } from 'node:fs'
import { scenes } from '../store/scenes.ts'
import type { Words } from './rules.ts'

/** Sections of a store's form that people read. */
const readSections = ['Summary', 'Description', 'Single purpose']

/** Returns every text of the stores' pages: the pictures' captions and the form sections. */
export function storeWords(): readonly Words[] {
  const description = 'On the page of a store'
  const pictures = scenes.flatMap(({ name, title, text }) => [
    { key: `store ${name} title`, message: title, place: 'headline' as const, description },
    { key: `store ${name}`, message: text, place: 'sentence' as const, description },
  ])
  const typed = ['chrome', 'firefox'].flatMap((store) => {
    const text = readFileSync(`test/store/${store}.md`, 'utf8')
    const sections = text.split(/^## /m).filter((one) => readSections.includes(one.split('\n')[0] ?? ''))
    return sections.flatMap((section) =>
      paragraphs(section.slice(section.indexOf('\n'))).map((message) => ({
        ...{ key: `store ${store}`, message, place: 'sentence' as const, description },
      })),
    )
  })
  return [...pictures, ...typed]
}

/** A line in capitals is a title, checked as a sentence. */
function paragraphs(text: string): readonly string[] {
  const lines = text.trim().split('\n')
  const isTitle = (line: string) => line !== '' && line === line.toUpperCase()
  return lines
    .map((line) => (isTitle(line) ? `\n\n${line[0]}${line.slice(1).toLowerCase()}\n\n` : line))
    .join('\n')
    .split(/\n{2,}/)
    .map((one) => one.trim().replaceAll('\n', ' '))
    .filter((one) => one !== '')
}
