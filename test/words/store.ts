import { readFileSync } from 'node:fs'
import { scenes } from '../store/scenes.ts'
import type { Words } from './rules.ts'

/** What is typed into a store's forms and read by people. */
const readSections = ['Summary', 'Description', 'Single purpose']

/** Returns every text of the stores' pages: above and beside the pictures, and what is typed into the forms. */
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

/** A line in capitals is a title, and is read as a sentence is written. */
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
