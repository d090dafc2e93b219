import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { canUse, type Token } from '../service/token.ts'
import type { BalancesModel } from './balances-model.ts'
import { createValueModel } from './own-tokens.ts'
import { createPickerRows } from './picker-rows.ts'
import { createFavourites, createRecents } from './recents.ts'
import type { StartModel } from './start-model.ts'
import {
  agedSince,
  isSameQuery,
  type KnownSections,
  knownSections,
  type Listed,
  listQuery,
  missingPage,
  nothingListed,
  pageQuery,
  sectionsKey,
  tokenSections,
  withPage,
} from './token-sections.ts'
import type { ViewPorts } from './view-ports.ts'

/** Our own list answers each key at once; service and chains are asked when typing rests. */
const restMs = 250
/** How many tokens of the live chains have their balance read when the picker opens. */
const heldLookMax = 100

interface PickerPorts extends Pick<ViewPorts, 'client' | 'clock' | 'timers' | 'storage'> {
  readonly side: 'input' | 'output'
  readonly start: StartModel
  readonly balances: BalancesModel
}

export type PickerModel = ReturnType<typeof createPickerModel>

/**
 * Creates the model of the tokens to choose from: favourites and recent ones, which are one press away, and the list of
 * those held by worth, then the rest, by chain and by what is typed. What is on screen stays while the next answer is
 * under way, and for good once the user has moved in it.
 */
export function createPickerModel({ client, clock, timers, storage, side, start, balances }: PickerPorts) {
  const query = signal('')
  const chainId = signal<number | null>(null)
  const shown = signal<KnownSections | null>(null)
  const listed = signal<Listed>(nothingListed)
  /** The first answer to what is typed: what of it is held may come to the top. */
  const seen = signal<readonly Token[]>([])
  const found = signal<readonly Token[]>([])
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const isSearching = signal(false)
  const problem = signal<ProblemData | null>(null)
  const favourites = createFavourites(storage)
  const recent = createRecents(storage)
  const worth = createValueModel({ client, storage, start, balances })
  let turn = 0
  let askedText = ''
  let askedMark = ''
  let isTouched = false
  let isReading = false
  let range: readonly [number, number] = [0, 0]
  let stops: (() => void)[] = []

  const typed = computed(() => query.value.trim())

  function isUsable(id: number): boolean {
    const chain = start.chainOf(id)
    return chain !== undefined && canUse(chain, chain.isConfigured, side)
  }

  /** The groups as they should be by now. */
  const wish = computed(() =>
    knownSections({
      query: typed.value,
      chainId: chainId.value,
      favourites: favourites.values.value,
      recent: recent.values.value,
      near: start.tokens.value,
      seen: seen.value,
      isUsable,
      split: worth.split,
    }),
  )

  /** Reads the list by what the groups are by now; the answer takes the place of all that is on screen, if the user has not moved in it. */
  async function readList(isSorting = false): Promise<void> {
    const mine = ++turn
    const { near } = wish.value
    const asked = listQuery(wish.value)
    askedMark = sectionsKey(wish.value)
    isReading = false
    try {
      const page = await client.send('tokens', { ...pageQuery(asked, 0), side })
      if (mine !== turn) return
      if (isSorting && isTouched) return void readOn()
      batch(() => {
        shown.value = asked
        listed.value = withPage(null, 0, page)
        if (seen.value.length === 0) seen.value = page.tokens
        state.value = 'ready'
        problem.value = null
      })
      wantBalances(page.tokens)
    } catch (thrown) {
      if (mine !== turn) return
      if (isSorting && isTouched) return void readOn()
      batch(() => {
        shown.value = { ...asked, near }
        listed.value = nothingListed
        problem.value = problemData(thrown)
        state.value = 'failed'
      })
    }
  }

  /** Reads what of the range is missing, page by page, one at a time: who scrolls fast skips what lies between. */
  async function readOn(): Promise<void> {
    const asked = shown.value
    const { listedFrom: above } = list.rows.value
    const page = missingPage(listed.value, range[0] - above, range[1] - above)
    if (asked === null || page === null || isReading || state.value !== 'ready') return
    const mine = turn
    isReading = true
    try {
      const answer = await client.send('tokens', { ...pageQuery(asked, page), side })
      if (mine !== turn) return
      listed.value = withPage(listed.value, page, answer)
      wantBalances(answer.tokens)
      isReading = false
      void readOn()
    } catch (thrown) {
      if (mine !== turn) return
      isReading = false
      problem.value = problemData(thrown)
      state.value = 'failed'
    }
  }

  function wantBalances(tokens: readonly Token[]): void {
    const look = () =>
      balances.want(tokens.filter((token) => start.chainOf(token.chainId)?.isConfigured === true))
    if (typed.value === '') look()
    else stops.push(timers.after(restMs, look))
  }

  async function search(mine: string): Promise<void> {
    isSearching.value = true
    try {
      const others = await client.send('searchTokens', { query: mine })
      if (mine === typed.value) found.value = others
    } catch (thrown) {
      if (mine === typed.value) problem.value = problemData(thrown)
    } finally {
      if (mine === typed.value) isSearching.value = false
    }
  }

  function restart(text: string): void {
    askedText = text
    for (const stop of stops) stop()
    batch(() => {
      found.value = []
      seen.value = []
      list.close()
      isSearching.value = false
    })
    isTouched = false
    const mine = typed.value
    stops = mine.length > 1 ? [timers.after(restMs, () => void search(mine))] : []
    void readList()
  }

  balances.want(start.tokens.value.slice(0, heldLookMax))
  const groups = computed(() => {
    // What is one press away is no part of the list, which may have to stay as it is.
    const { favourites, recent } = wish.value
    return { ...tokenSections(shown.value ?? wish.value, listed.value, found.value), favourites, recent }
  })
  const list = createPickerRows(groups)

  const stopWatching = effect(() => {
    const text = `${chainId.value} ${typed.value}`
    const mark = sectionsKey(wish.value)
    untracked(() => {
      if (text !== askedText) restart(text)
      else if (mark !== askedMark && !isTouched) void readList(true)
    })
  })

  const stopListening = client.subscribe(
    (push) => {
      if (push.kind === 'catalogue' && !isTouched) void readList(true)
    },
    () => undefined,
  )

  return {
    side,
    query,
    chainId,
    state,
    isSearching,
    problem,
    balances: balances.shown,
    balancesOldMs: balances.oldMs,
    isHidden: worth.isHidden,
    worthOf: worth.worthOf,
    together: worth.together,
    isSmallShown: worth.isSmallShown,
    showSmall(isShown: boolean): void {
      isTouched = false
      worth.showSmall(isShown)
    },
    chains: start.chains,
    chainOf: start.chainOf,
    isFavourite: favourites.has,
    mark: (token: Token) => (favourites.has(token) ? favourites.remove(token) : favourites.put(token)),
    groups,
    ...list,
    /** Lists the networks of a token under it, or takes them away; nothing else changes its place by itself then. */
    turn(row: Parameters<typeof list.turn>[0]): void {
      isTouched = true
      list.turn(row)
    },
    /** What is on screen answers what is typed. */
    isCurrent: computed(() => isSameQuery(shown.value ?? wish.value, wish.value)),
    agedMs: computed(() => agedSince(listed.value, clock.nowMs())),
    canUse: isUsable,
    /** The rest of the list is looked at from this place up to that one. */
    look(from: number, until: number): void {
      range = [from, until]
      void readOn()
    },
    /** The user has moved in the list: nothing on screen changes its place any more. */
    touch(): void {
      isTouched = true
    },
    retry: () => restart(askedText),
    remember: recent.put,
    dispose(): void {
      turn++
      for (const stop of stops) stop()
      stopWatching()
      stopListening()
    },
  }
}
