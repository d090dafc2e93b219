import { batch, computed, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { dayMs } from '../base/time.ts'
import { canUseChain, type Token } from '../service/token.ts'
import { parseTokenQuery } from '../tokens/token-query.ts'
import { matchesQuery } from '../tokens/token-search.ts'
import type { AppModel } from './app-model.ts'
import { heldToken, readValues, requestHeldBalances } from './held-tokens.ts'
import { createLifetime } from './lifetime.ts'
import { sumHoldings } from './own-tokens.ts'
import {
  type Answer,
  createRows,
  hasHiddenSmall,
  listTokens,
  type PickerRow,
  without,
} from './picker-rows.ts'
import { createFavourites, createRecents } from './recents.ts'
import { readLocal, writeLocal } from './view-ports.ts'

/** Ferry's own list answers each keystroke; the service and the chains are read when typing pauses. */
const typingPauseMs = 250
const agedMs = 2 * dayMs
const smallKey = 'ferry.small.1'
const noAnswer: Answer = { query: '', chainId: null, tokens: [], total: 0, readMs: null }

export type PickerModel = ReturnType<typeof createPickerModel>

/**
 * Creates the model of the token picker: favourites and recent tokens, then the list, with held tokens by value first,
 * filtered by chain and typed text. Rows on screen stay until the next answer arrives, and permanently once the user has
 * moved in the list.
 */
export function createPickerModel(app: AppModel, side: 'input' | 'output') {
  const { client, clock, timers, storage, start, balances } = app
  const life = createLifetime()
  const heldOf = (token: Token) => heldToken(app, token)
  const query = signal('')
  const chainId = signal<number | null>(null)
  const typed = computed(() => query.value.trim())
  /** Until typing pauses. */
  const isTyping = signal(false)
  const answer = signal(noAnswer)
  const state = signal<'loading' | 'ready' | 'failed'>('loading')
  const problem = signal<ProblemData | null>(null)
  /** Tokens of the service's search. */
  const found = signal<readonly Token[]>([])
  const isSearching = signal(false)
  /** The user has moved in the list: rows on screen keep their places from now on. */
  const isTouched = signal(false)
  /** Keys of the rows whose networks are open. */
  const opened = signal<readonly string[]>([])
  const favourites = createFavourites(storage)
  const recent = createRecents(storage)
  const isSmallShown = signal(readLocal<boolean>(storage, smallKey) === true)
  const isHidden = computed(() => start.settings.value.hiddenBalances)

  function canUse(id: number): boolean {
    const chain = start.chainOf(id)
    return chain !== undefined && canUseChain(chain, chain.isConfigured, side)
  }

  const newest = computed(() =>
    listTokens({
      answer: answer.value,
      chains: start.chains.value,
      near: start.tokens.value,
      canUse,
      heldOf,
      isSmallShown: isSmallShown.value,
    }),
  )
  /** The list on screen. */
  const list = signal(newest.value)
  life.watch(
    () => ({ next: newest.value, keepsRows: isTouched.value }),
    ({ next, keepsRows }) => {
      if (!keepsRows || next.answer !== list.value.answer) list.value = next
    },
  )
  const groups = computed(() => createRows(list.value, found.value, opened.value))

  /** Favourites and recent tokens of the current query. They are in the list too, whose rows may have to stay. */
  const shortcuts = computed(() => {
    const wanted = parseTokenQuery(typed.value, start.chains.value)
    const matching = (tokens: readonly Token[]) =>
      tokens.filter(
        (token) =>
          canUse(token.chainId) &&
          (chainId.value === null || token.chainId === chainId.value) &&
          matchesQuery(token, wanted),
      )
    const marked = matching(favourites.values.value)
    return {
      favourites: marked,
      recent: typed.value === '' ? without(matching(recent.values.value), marked) : [],
    }
  })

  const reads = life.generation()
  const searches = life.generation()
  const pause = life.wait(timers)

  /** The answer to a new query has not arrived yet. */
  let isAwaited = false

  /**
   * A refresh is dropped if the user has moved in the list. The answer to a new query never is, even if a refresh has
   * replaced its request.
   */
  async function readList(isRefresh: boolean): Promise<void> {
    const isCurrent = reads.begin()
    if (!isRefresh) isAwaited = true
    const requested = { query: typed.value, chainId: chainId.value }
    try {
      const read = await client.send('tokens', { ...requested, side })
      if (!isCurrent() || (!isAwaited && isTouched.value)) return
      isAwaited = false
      batch(() => {
        answer.value = { ...requested, ...read }
        state.value = 'ready'
        problem.value = null
      })
    } catch (thrown) {
      if (!isCurrent() || (!isAwaited && isTouched.value)) return
      isAwaited = false
      batch(() => {
        answer.value = { ...noAnswer, ...requested }
        state.value = 'failed'
        problem.value = toProblemData(thrown)
      })
    }
  }

  async function searchService(): Promise<void> {
    const isCurrent = searches.begin()
    isSearching.value = true
    try {
      const tokens = await client.send('searchTokens', { query: typed.value })
      if (isCurrent()) found.value = tokens
    } catch (thrown) {
      if (isCurrent()) problem.value = toProblemData(thrown)
    } finally {
      if (isCurrent()) isSearching.value = false
    }
  }

  function endTyping(): void {
    isTyping.value = false
    if (typed.value.length > 1) void searchService()
  }

  function restart(): void {
    searches.end()
    batch(() => {
      isTouched.value = false
      opened.value = []
      found.value = []
      isSearching.value = false
      isTyping.value = typed.value !== ''
    })
    void readList(false)
    if (isTyping.value) pause.start(typingPauseMs, endTyping)
    else pause.stop()
  }

  void requestHeldBalances(app, start.tokens.value)
  life.watch(
    () => (isTyping.value ? [] : answer.value.tokens),
    (tokens) => void requestHeldBalances(app, tokens),
  )
  life.watch(() => `${chainId.value} ${typed.value}`, restart)
  life.own(
    client.subscribe(
      (push) => {
        if (push.kind === 'catalogue' && !isTouched.value) void readList(true)
      },
      () => undefined,
    ),
  )
  void readValues(app)

  return {
    side,
    query,
    chainId,
    chains: start.chains,
    chainOf: start.chainOf,
    canUse,
    state,
    problem,
    isSearching,
    retry: restart,
    /** Whether the list on screen belongs to the typed text. */
    isCurrent: computed(
      () => list.value.answer.query === typed.value && list.value.answer.chainId === chainId.value,
    ),
    shortcuts,
    list,
    groups,
    rows: computed((): readonly PickerRow[] => [...groups.value.held, ...groups.value.rest]),
    /** Read time of an old list, which the service has not renewed since; else null. */
    agedMs: computed(() => {
      const { readMs } = list.value.answer
      return readMs !== null && clock.nowMs() - readMs > agedMs ? readMs : null
    }),
    /** Opens or closes the networks of a token in place. Other rows keep their places. */
    turn({ key }: Extract<PickerRow, { kind: 'family' }>): void {
      isTouched.value = true
      const others = opened.value.filter((one) => one !== key)
      opened.value = others.length < opened.value.length ? others : [...others, key]
    },
    /** Call it when the user has moved in the list. */
    touch(): void {
      isTouched.value = true
    },
    isFavourite: favourites.has,
    mark: (token: Token) => (favourites.has(token) ? favourites.remove(token) : favourites.put(token)),
    remember: recent.put,
    balances: balances.shown,
    balancesOldMs: balances.oldMs,
    isHidden,
    /** One whole token in dollars, by the account's own holding of it; null without one. */
    priceInUsdOf: (token: Token) => balances.valueInUsd(token, 10n ** BigInt(token.decimals)),
    /** In dollars; null without a price, or where balances are hidden. */
    valueInUsdOf: (token: Token) => (isHidden.value ? null : (heldOf(token)?.worthInUsd ?? null)),
    /** Sums the holdings of one token on several networks; nothing where balances are hidden. */
    sumNetworks: (networks: readonly Token[]) =>
      sumHoldings(isHidden.value ? [] : networks.flatMap((token) => heldOf(token) ?? [])),
    isSmallShown,
    hasSmall: computed(() => hasHiddenSmall(list.value)),
    showSmall(isShown: boolean): void {
      batch(() => {
        isTouched.value = false
        isSmallShown.value = isShown
      })
      writeLocal(storage, smallKey, isShown)
    },
    dispose: life.dispose,
  }
}
