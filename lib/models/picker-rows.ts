import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Token, tokenKey } from '../service/token.ts'
import { type Rows, type TokenSections, unique, without } from './token-sections.ts'

/** One line of the list: a token, one on several networks, or a network of that. */
export type PickerRow =
  | { readonly kind: 'token' | 'network'; readonly token: Token }
  | {
      readonly kind: 'family'
      /** Is the same while the line is on screen. */
      readonly key: string
      readonly token: Token
      /** The same token wherever it is, what is held first. */
      readonly networks: readonly Token[]
      readonly isOpen: boolean
    }

/** The list as it stands on screen. */
export interface PickerRows {
  readonly held: Rows<PickerRow>
  readonly rest: Rows<PickerRow>
  /** The place among the rest where the background's part begins. */
  readonly listedFrom: number
}

/** Creates the lines of the list, of which those of a token on several networks are opened and closed in place. */
export function createPickerRows(groups: ReadonlySignal<TokenSections>) {
  /** Keys of the lines whose networks are listed under them. */
  const opened = signal<readonly string[]>([])
  const rows = computed(() => pickerRows(groups.value, opened.value))
  return {
    rows,
    /** What is at a place of the whole list; null while it is not read. */
    at: (index: number) => rowAt(rows.value, index),
    count: computed(() => rows.value.held.length + rows.value.rest.length),
    /** Small balances are held that no line of what is held shows. */
    hasSmall: computed(() => hasSmallApart(groups.value)),
    turn({ key }: Extract<PickerRow, { kind: 'family' }>): void {
      const others = opened.value.filter((one) => one !== key)
      opened.value = others.length < opened.value.length ? others : [...others, key]
    },
    close(): void {
      opened.value = []
    },
  }
}

/**
 * Returns the lines of the list. A token that is on several networks is one line, where its first stands; `opened` are
 * the keys of those whose networks are listed under them.
 */
function pickerRows({ held, near, families, rest }: TokenSections, opened: readonly string[]): PickerRows {
  const familyOf = new Map(families.flatMap((family) => family.map((token) => [tokenKey(token), family])))
  const shown = new Set<readonly Token[]>()
  const folded = (tokens: readonly Token[]): readonly PickerRow[] =>
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
  const [heldRows, nearRows] = [folded(held), folded(near)]
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

/** Tells whether something small is held that stands in no line of the others. */
function hasSmallApart({ held, small, families }: TokenSections): boolean {
  const large = without(held, small)
  const shown = families.filter((family) => without(family, large).length < family.length)
  return without(small, shown.flat()).length > 0
}

/** Returns the line at a place of the whole list. */
function rowAt({ held, rest }: PickerRows, index: number): PickerRow | null {
  return index < held.length ? held.at(index) : rest.at(index - held.length)
}
