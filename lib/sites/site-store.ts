import * as v from 'valibot'
import { Problem } from '../base/problem.ts'
import { addressShape, chainIdShape, digitsShape, namesShape, validEntriesShape } from '../base/shapes.ts'
import type { Clock } from '../base/time.ts'
import { type KeyValueArea, type LocalItem, localItem } from '../storage/local.ts'
import { type PageMark, pageMarkKey } from './page-protocol.ts'
import {
  type DocumentGrant,
  defaultSiteChoice,
  type Grant,
  isOffered,
  isSameDocument,
  type PageDocument,
  type Proposal,
  type ProposalState,
  parseTypedOrigin,
  type SiteChoice,
  type SitePlace,
} from './sites.ts'

const origins = v.fallback(validEntriesShape(v.string()), [])
const choiceSchema = v.object({
  kind: v.fallback(v.picklist(['all', 'listed']), defaultSiteChoice.kind),
  listed: v.optional(origins, []),
  never: v.exactOptional(origins),
})
const grant = { origin: v.string(), grantedMs: v.number() }
const document = v.object({ tabId: v.number(), documentId: v.string(), key: v.string() })
const grantsSchema = validEntriesShape(v.object(grant))
const documentGrantsSchema = validEntriesShape(v.object({ ...grant, document }))

const count = v.pipe(v.number(), v.finite())

const proposal: v.GenericSchema<unknown, Proposal> = v.object({
  schema: v.literal(1),
  swapId: v.string(),
  origin: v.string(),
  document,
  swap: v.object({
    originChainId: chainIdShape,
    destinationChainId: chainIdShape,
    inputToken: addressShape,
    outputToken: v.string(),
    inputAmount: digitsShape,
    receiverAddress: v.nullable(v.string()),
  }),
  reference: v.nullable(v.string()),
  state: namesShape<ProposalState>({
    proposed: true,
    confirmed: true,
    declined: true,
    cancelled: true,
    expired: true,
  }),
  isDocumentGone: v.boolean(),
  orderId: v.nullable(v.string()),
  createdMs: count,
  endedMs: v.nullable(count),
})

/** Validates every member of a stored row. Callers treat an invalid row as absent. */
export function isProposal(value: unknown): value is Proposal {
  return v.is(proposal, value)
}

/** The sites that the user lets Ferry talk to. Writes run one after another. */
export interface Sites {
  choice(): Promise<SiteChoice>
  choose(kind: SiteChoice['kind']): Promise<void>
  /** Throws `siteInvalid`. */
  add(text: string): Promise<void>
  remove(origin: string): Promise<void>
  /** Newest first. */
  grants(): Promise<readonly Grant[]>
  grant(origin: string): Promise<void>
  /** The permission is not a grant: it ends with the document or the browser's session. */
  grantOnce(origin: string, document: PageDocument): Promise<void>
  /** Permissions given once whose documents have not been missed yet, newest first. */
  documentGrants(): Promise<readonly DocumentGrant[]>
  onDocumentClosed(document: PageDocument): Promise<void>
  /** Revokes a site's permission, in each of its documents too. */
  revoke(origin: string): Promise<void>
  /** Refuses a site permanently: Ferry is not offered to it any more, and its permissions are revoked. */
  refuse(origin: string): Promise<void>
  unrefuse(origin: string): Promise<void>
  revokeAllBut(origins: ReadonlySet<string>): Promise<void>
  isOffered(origin: string): Promise<boolean>
  /** Whether an offered site may propose swaps from all its pages, also without a click. */
  isGranted(origin: string): Promise<boolean>
  canPropose(place: SitePlace): Promise<boolean>
}

interface SitePorts {
  readonly area: KeyValueArea
  readonly session: KeyValueArea
  readonly clock: Clock
  readonly choice: LocalItem<SiteChoice>
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

const sitesKey = 'sites'

export function createSiteChoiceItem(area: KeyValueArea): LocalItem<SiteChoice> {
  return localItem<SiteChoice>(area, sitesKey, choiceSchema, defaultSiteChoice)
}

/** More documents than a person has open at a time. Beyond it, the user has to allow the oldest again. */
const maxDocumentGrants = 50

export function createSites({ area, session, clock, choice, lock }: SitePorts): Sites {
  const grants = localItem<readonly Grant[]>(area, 'grants', grantsSchema, [])
  const visits = localItem<readonly DocumentGrant[]>(session, 'visits', documentGrantsSchema, [])

  function change<T>(item: LocalItem<T>, changed: (value: T) => T): Promise<void> {
    return lock('sites', async () => item.set(changed(await item.get())))
  }

  async function keepOnly(isKept: (grant: Grant) => boolean): Promise<void> {
    await change(grants, (known) => known.filter(isKept))
    await change(visits, (known) => known.filter(isKept))
  }

  const revoke = (origin: string) => keepOnly((one) => one.origin !== origin)
  const isGranted = async (origin: string) =>
    isOffered(await choice.get(), origin) && (await grants.get()).some((one) => one.origin === origin)
  const changeNever = (changed: (never: readonly string[]) => readonly string[]) =>
    change(choice, (known) => ({ ...known, never: changed(known.never ?? []) }))

  return {
    choice: choice.get,
    choose: (kind) => change(choice, (known) => ({ ...known, kind })),
    async add(text) {
      const origin = parseTypedOrigin(text)
      if (origin === null) throw new Problem('siteInvalid')
      await change(choice, (known) => ({ ...known, listed: [...new Set([...known.listed, origin])] }))
    },
    remove: (origin) =>
      change(choice, (known) => ({ ...known, listed: known.listed.filter((one) => one !== origin) })),
    grants: grants.get,
    grant: (origin) =>
      change(grants, (known) =>
        known.some((one) => one.origin === origin) ? known : [{ origin, grantedMs: clock.nowMs() }, ...known],
      ),
    grantOnce: (origin, document) =>
      change(visits, (known) =>
        known.some((one) => one.origin === origin && one.document.key === document.key)
          ? known
          : [{ origin, grantedMs: clock.nowMs(), document }, ...known].slice(0, maxDocumentGrants),
      ),
    documentGrants: visits.get,
    onDocumentClosed: (document) =>
      change(visits, (known) => known.filter((one) => !isSameDocument(one.document, document))),
    revoke,
    async refuse(origin) {
      await changeNever((never) => [...new Set([...never, origin])])
      await revoke(origin)
    },
    unrefuse: (origin) => changeNever((never) => never.filter((one) => one !== origin)),
    revokeAllBut: (origins) => keepOnly(({ origin }) => origins.has(origin)),
    isOffered: async (origin) => isOffered(await choice.get(), origin),
    isGranted,
    canPropose: async (place) =>
      (await isGranted(place.origin)) ||
      (isOffered(await choice.get(), place.origin) &&
        (await visits.get()).some((visit) => isGrantFor(visit, place))),
  }
}

function isGrantFor({ origin, document }: DocumentGrant, place: SitePlace): boolean {
  return (
    origin === place.origin && document.tabId === place.document.tabId && document.key === place.document.key
  )
}

export interface PageMarkWriter {
  /** The choice of sites; setting it also writes the mark. */
  readonly sites: LocalItem<SiteChoice>
  /** Writes the mark again, whatever is stored, and returns it. */
  writeMark(): Promise<PageMark>
}

/** Creates the writer of the mark. It writes one after another, so that an older mark is never the last. */
export function createPageMarkWriter(
  copy: Pick<KeyValueArea, 'set'>,
  walletPage: string | null,
  sites: LocalItem<SiteChoice>,
): PageMarkWriter {
  let turn: Promise<unknown> = Promise.resolve()

  function writeMark(): Promise<PageMark> {
    const written = turn.then(async () => {
      const mark: PageMark = {
        ...(walletPage === null ? {} : { walletPage: pageOf(walletPage) }),
        sites: await sites.get(),
      }
      await copy.set({ [pageMarkKey]: mark })
      return mark
    })
    turn = written.catch(() => undefined)
    return written
  }

  return {
    sites: {
      get: sites.get,
      async set(choice) {
        await sites.set(choice)
        await writeMark()
      },
    },
    writeMark,
  }
}

function pageOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
