import { createConcurrencyLimit } from '../base/concurrency.ts'
import { Problem } from '../base/problem.ts'
import { validEntriesShape } from '../base/shapes.ts'
import type { Clock } from '../base/time.ts'
import { type KeyValueArea, type LocalItem, localItem } from '../storage/local.ts'
import { type PageMark, pageMarkKey } from './relay-messages.ts'
import {
  type DocumentGrant,
  defaultSiteChoice,
  documentGrantShape,
  type Grant,
  grantShape,
  isOffered,
  isSameDocument,
  type PageDocument,
  parseTypedOrigin,
  type SiteChoice,
  type SitePlace,
  siteChoiceShape,
} from './sites.ts'

export type Sites = ReturnType<typeof createSites>

interface SitePorts {
  readonly area: KeyValueArea
  readonly session: KeyValueArea
  readonly clock: Clock
  readonly choice: LocalItem<SiteChoice>
  readonly lock: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

export function createSiteChoiceItem(area: KeyValueArea): LocalItem<SiteChoice> {
  return localItem<SiteChoice>(area, 'sites', siteChoiceShape, defaultSiteChoice)
}

/** More documents than a person has open at a time. Beyond it, the user has to allow the oldest again. */
const maxDocumentGrants = 50

/** The sites that the user lets Ferry talk to. Writes run one after another. */
export function createSites({ area, session, clock, choice, lock }: SitePorts) {
  const grants = localItem<readonly Grant[]>(area, 'grants', validEntriesShape(grantShape), [])
  const visits = localItem<readonly DocumentGrant[]>(
    session,
    'visits',
    validEntriesShape(documentGrantShape),
    [],
  )

  function change<T>(item: LocalItem<T>, changed: (value: T) => T): Promise<void> {
    return lock('sites', async () => {
      const known = await item.get()
      const next = changed(known)
      if (next !== known) await item.set(next)
    })
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
    choose: (kind: SiteChoice['kind']) => change(choice, (known) => ({ ...known, kind })),
    /** Throws `siteInvalid`. */
    async add(text: string): Promise<void> {
      const origin = parseTypedOrigin(text)
      if (origin === null) throw new Problem('siteInvalid')
      await change(choice, (known) => ({ ...known, listed: [...new Set([...known.listed, origin])] }))
    },
    remove: (origin: string) =>
      change(choice, (known) => ({ ...known, listed: known.listed.filter((one) => one !== origin) })),
    /** Newest first. */
    grants: grants.get,
    grant: (origin: string) =>
      change(grants, (known) =>
        known.some((one) => one.origin === origin) ? known : [{ origin, grantedMs: clock.nowMs() }, ...known],
      ),
    /** The permission is not a grant: it ends with the document or the browser's session. */
    grantOnce: (origin: string, document: PageDocument) =>
      change(visits, (known) =>
        known.some((one) => one.origin === origin && one.document.key === document.key)
          ? known
          : [{ origin, grantedMs: clock.nowMs(), document }, ...known].slice(0, maxDocumentGrants),
      ),
    /** Permissions given once whose documents have not been missed yet, newest first. */
    documentGrants: visits.get,
    onDocumentClosed: (document: PageDocument) =>
      change(visits, (known) => {
        const others = known.filter((one) => !isSameDocument(one.document, document))
        // A page can report its return in a loop, which must write nothing.
        return others.length === known.length ? known : others
      }),
    /** Revokes a site's permission, in each of its documents too. */
    revoke,
    /** Refuses a site permanently: Ferry is not offered to it any more, and its permissions are revoked. */
    async refuse(origin: string): Promise<void> {
      await changeNever((never) => [...new Set([...never, origin])])
      await revoke(origin)
    },
    unrefuse: (origin: string) => changeNever((never) => never.filter((one) => one !== origin)),
    revokeAllBut: (origins: ReadonlySet<string>) => keepOnly(({ origin }) => origins.has(origin)),
    isOffered: async (origin: string) => isOffered(await choice.get(), origin),
    /** Whether an offered site may propose swaps from all its pages, also without a click. */
    isGranted,
    canPropose: async (place: SitePlace) =>
      (await isGranted(place.origin)) ||
      (isOffered(await choice.get(), place.origin) &&
        (await visits.get()).some(
          ({ origin, document: { tabId, key } }) =>
            origin === place.origin && tabId === place.document.tabId && key === place.document.key,
        )),
  }
}

/** Creates the writer of the mark. It writes one after another, so that an older mark is never the last. */
export function createPageMarkWriter(
  copy: Pick<KeyValueArea, 'set'>,
  walletPage: string | null,
  sites: LocalItem<SiteChoice>,
) {
  const inTurn = createConcurrencyLimit(1)

  /** Writes the mark again, whatever is stored, and returns it. */
  const writeMark = () =>
    inTurn(async () => {
      const mark: PageMark = {
        ...(walletPage === null ? {} : { walletPage: pageOf(walletPage) }),
        sites: await sites.get(),
      }
      await copy.set({ [pageMarkKey]: mark })
      return mark
    })

  return {
    /** The choice of sites; setting it also writes the mark. */
    sites: {
      get: sites.get,
      async set(choice: SiteChoice) {
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
