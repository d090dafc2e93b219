import { readFileSync } from 'node:fs'
import { filesEnding } from '../repository/source-files.ts'
import { readFileTexts } from './file-texts.ts'
import { findFaults, type Place, type Words } from './rules.ts'
import { storeWords } from './store.ts'

type Message = Pick<Words, 'message' | 'facts' | 'description'>

/** The number of texts, and one line per fault. */
export interface TextReport {
  readonly count: number
  readonly faults: readonly string[]
}

/** Checks all texts of `_locales/en` in their places in the sources, and the texts of the stores' pages. */
export function checkTexts(): TextReport {
  const messages = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
    readonly [key: string]: Message
  }
  const shown = filesEnding('.ts', '.tsx')
    .filter(({ path }) => /^(components|entrypoints)\//.test(path))
    .map(readFileTexts)
  const places = shown.flatMap((one) => one.places)
  const placeOf = (key: string): Place => {
    if (/^problem_[a-zA-Z]+$/.test(key)) return 'problem'
    if (key.startsWith('title_')) return 'outcome'
    return places.find(({ keys }) => keys.test(key))?.place ?? 'sentence'
  }
  const faults = Object.entries(messages).flatMap(([key, message]) => {
    const words: Words = { key, ...message, place: placeOf(key) }
    return findFaults(words).map((fault) => `${key}: ${fault} (${message.message})`)
  })
  const stores = storeWords()
  const ofStores = stores.flatMap((words) =>
    findFaults(words).map((fault) => `${words.key}: ${fault} (${words.message})`),
  )
  const glued = shown
    .flatMap((one) => one.glued)
    .map((where) => `${where}: glued: one text for each sentence`)
  return { count: Object.keys(messages).length + stores.length, faults: [...faults, ...ofStores, ...glued] }
}
