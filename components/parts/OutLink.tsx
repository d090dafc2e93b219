import type { ExplorerLink } from '../../lib/base/explorer-link.ts'
import { shortHex } from './format.ts'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/**
 * Shows an id or address with the way to its explorer, where one is known; `what` says of it what those hear who do not
 * see the line around it. A host that only the service names is shown with that word.
 */
export function OutLink({ link, text, what }: { link: ExplorerLink | null; text: string; what: string }) {
  if (link === null) return <code title={text}>{shortHex(text)}</code>
  return (
    <>
      <a href={link.url} target="_blank" rel="noreferrer noopener">
        <span class="unseen">{what} </span>
        {shortHex(text)}
        <Icon name="out" />
      </a>
      {link.toldHost !== null && (
        <span class="faint" data-testid="explorer-told">
          {' '}
          {t('explorerTold', { host: link.toldHost })}
        </span>
      )}
    </>
  )
}
