import { t } from './text.ts'

interface ComparedRow {
  readonly name: string
  readonly before: string
  readonly now: string
}

/** Compares what the person knows with what replaced it, a row each. */
export function CompareTable({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    <table class="compare numbers">
      <thead>
        <tr>
          <td />
          <th class="faint" scope="col">
            {t('offerBefore')}
          </th>
          <th class="faint" scope="col">
            {t('offerNow')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, now }) => (
          <tr key={name}>
            <th class="faint" scope="row">
              {name}
            </th>
            <td>{before}</td>
            <td class="tone-strong">{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
