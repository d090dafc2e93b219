import { type PageMark, pageMarkKey } from '../../lib/sites/page-mark.ts'
import type { SiteChoice } from '../../lib/sites/sites.ts'
import type { KeyValueArea, LocalItem } from '../../lib/storage/local.ts'

/** What page loads read, told from what is kept. */
export interface PageMarkWriter {
  /** The choice of sites; a change of it is told at once. */
  readonly sites: LocalItem<SiteChoice>
  /** Writes the copy anew, whatever is in it, and gives it. */
  tell(): Promise<PageMark>
}

/** Keeps the copy that page loads read like the choice of sites; one write after another, so that no older one is the last. */
export function createPageMarkWriter(
  copy: Pick<KeyValueArea, 'set'>,
  walletPage: string | null,
  sites: LocalItem<SiteChoice>,
): PageMarkWriter {
  let turn: Promise<unknown> = Promise.resolve()

  function tell(): Promise<PageMark> {
    const told = turn.then(async () => {
      const mark: PageMark = {
        ...(walletPage === null ? {} : { walletPage: pageOf(walletPage) }),
        sites: await sites.get(),
      }
      await copy.set({ [pageMarkKey]: mark })
      return mark
    })
    turn = told.catch(() => undefined)
    return told
  }

  return {
    sites: {
      get: sites.get,
      async set(choice) {
        await sites.set(choice)
        await tell()
      },
    },
    tell,
  }
}

function pageOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
