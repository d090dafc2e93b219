import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type ProblemData, toProblemData } from '../base/problem.ts'
import { type Token, tokenKey } from '../service/token.ts'
import { createGeneration } from './generation.ts'
import {
  type KnownSections,
  type Listed,
  listQuery,
  missingPage,
  nothingListed,
  pageQuery,
  type Rows,
  sectionsKey,
  type TokenSections,
  unique,
  without,
  withPage,
} from './token-sections.ts'
import type { ViewPorts } from './view-ports.ts'

interface ListPorts extends Pick<ViewPorts, 'client'> {
  readonly side: 'input' | 'output'
}

export type TokenListModel = ReturnType<typeof createTokenList>

/** An answer replaces the whole list on screen, unless a newer query was sent meanwhile. */
export function createTokenList(
  { client, side }: ListPorts,
  wantedSections: ReadonlySignal<KnownSections>,
  want: (tokens: readonly Token[]) => void,
) {
  const shown = signal<KnownSections | null>(null)
  const listed = signal<Listed>(nothingListed)
  /** The first answer to the typed text: held tokens in it may move to the top. */
  const seen = signal<readonly Token[]>([])
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const problem = signal<ProblemData | null>(null)
  /** The user has moved in the list: rows on screen keep their places from now on. */
  const isTouched = signal(false)
  const questions = createGeneration()
  let requestedKey = ''

  /** Returns false for a sort that was dropped, because the user has moved in the list meanwhile. */
  async function readList(isSorting = false): Promise<boolean> {
    const isCurrent = questions.begin()
    const { near } = wantedSections.value
    const requested = listQuery(wantedSections.value)
    requestedKey = sectionsKey(wantedSections.value)
    try {
      const page = await client.send('tokens', { ...pageQuery(requested, 0), side })
      if (!isCurrent() || (isSorting && isTouched.value)) return !isCurrent()
      batch(() => {
        shown.value = requested
        listed.value = withPage(null, 0, page)
        if (seen.value.length === 0) seen.value = page.tokens
        state.value = 'ready'
        problem.value = null
      })
      want(page.tokens)
    } catch (thrown) {
      if (!isCurrent() || (isSorting && isTouched.value)) return !isCurrent()
      batch(() => {
        shown.value = { ...requested, near }
        listed.value = nothingListed
        problem.value = toProblemData(thrown)
        state.value = 'failed'
      })
    }
    return true
  }

  return {
    ...{ shown, listed, seen, state, problem, isTouched, readList },
    questions,
    mark: () => requestedKey,
    stop: questions.end,
  }
}

/** Creates the reading of further pages in view, one at a time. Fast scrolling skips the pages between. */
export function createPageReader(
  { client, side }: ListPorts,
  { shown, listed, state, problem, questions }: TokenListModel,
  listedFrom: () => number,
  want: (tokens: readonly Token[]) => void,
) {
  let range: readonly [number, number] = [0, 0]
  /** Whether the page being read still belongs to the list; null while none is being read. */
  let reading: (() => boolean) | null = null

  async function readMissingPages(): Promise<void> {
    const requested = shown.value
    const above = listedFrom()
    const page = missingPage(listed.value, range[0] - above, range[1] - above)
    if (requested === null || page === null || reading?.() === true || state.value !== 'ready') return
    const isCurrent = questions.join()
    reading = isCurrent
    try {
      const answer = await client.send('tokens', { ...pageQuery(requested, page), side })
      if (!isCurrent()) return
      listed.value = withPage(listed.value, page, answer)
      want(answer.tokens)
      reading = null
      void readMissingPages()
    } catch (thrown) {
      if (!isCurrent()) return
      reading = null
      problem.value = toProblemData(thrown)
      state.value = 'failed'
    }
  }

  return {
    readMissingPages,
    setVisibleRange(from: number, until: number): void {
      range = [from, until]
      void readMissingPages()
    },
  }
}

/** One row of the list: a token, a token on several networks, or one of those networks. */
export type PickerRow =
  | { readonly kind: 'token' | 'network'; readonly token: Token }
  | {
      readonly kind: 'family'
      /** Stays the same while the row is on screen. */
      readonly key: string
      readonly token: Token
      /** The same token on each network, held ones first. */
      readonly networks: readonly Token[]
      readonly isOpen: boolean
    }

export interface PickerRows {
  readonly held: Rows<PickerRow>
  readonly rest: Rows<PickerRow>
  /** Index in `rest` where the background's part begins. */
  readonly listedFrom: number
}

/**
 * Creates the rows of the list. The user opens and closes the networks of a token in place. After the first such press
 * other rows keep their places: it sets `isTouched`.
 */
export function createPickerRows(groups: ReadonlySignal<TokenSections>, isTouched: Signal<boolean>) {
  const opened = signal<readonly string[]>([])
  const rows = computed(() => pickerRows(groups.value, opened.value))
  return {
    rows,
    at: (index: number) => rowAt(rows.value, index),
    count: computed(() => rows.value.held.length + rows.value.rest.length),
    hasSmall: computed(() => hasHiddenSmall(groups.value)),
    turn({ key }: Extract<PickerRow, { kind: 'family' }>): void {
      isTouched.value = true
      const others = opened.value.filter((one) => one !== key)
      opened.value = others.length < opened.value.length ? others : [...others, key]
    },
    close(): void {
      opened.value = []
    },
  }
}

/** A token on several networks is one row, at the place of its first network. */
function pickerRows({ held, near, families, rest }: TokenSections, opened: readonly string[]): PickerRows {
  const familyOf = new Map(families.flatMap((family) => family.map((token) => [tokenKey(token), family])))
  const shown = new Set<readonly Token[]>()
  const groupRows = (tokens: readonly Token[]): readonly PickerRow[] =>
    tokens.flatMap((token): readonly PickerRow[] => {
      const family = familyOf.get(tokenKey(token))
      if (family === undefined) return [{ kind: 'token', token }]
      if (shown.has(family)) return []
      shown.add(family)
      const networks = unique([...held.filter((one) => familyOf.get(tokenKey(one)) === family), ...family])
      const key = family.map(tokenKey).join(' ')
      const isOpen = opened.includes(key)
      const below = networks.map((one) => ({ kind: 'network', token: one }) as const)
      return [{ kind: 'family', key, token, networks, isOpen }, ...(isOpen ? below : [])]
    })
  const [heldRows, nearRows] = [groupRows(held), groupRows(near)]
  return {
    held: { length: heldRows.length, at: (index) => heldRows[index] ?? null },
    rest: {
      length: nearRows.length + rest.length - near.length,
      at(index) {
        if (index < nearRows.length) return nearRows[index] ?? null
        const token = rest.at(index - nearRows.length + near.length)
        return token === null ? null : { kind: 'token', token }
      },
    },
    listedFrom: nearRows.length,
  }
}

function hasHiddenSmall({ held, small, families }: TokenSections): boolean {
  const large = without(held, small)
  const shown = families.filter((family) => without(family, large).length < family.length)
  return without(small, shown.flat()).length > 0
}

function rowAt({ held, rest }: PickerRows, index: number): PickerRow | null {
  return index < held.length ? held.at(index) : rest.at(index - held.length)
}
