const chunkLength = 4

/** Shows a long address in groups of four, to be compared by eye; it is read, found and selected as one text. */
export function Chunked({ text }: { text: string }) {
  const chunks = text.match(new RegExp(`^0x|.{1,${chunkLength}}`, 'g')) ?? [text]
  return (
    <bdi class="chunked">
      {chunks.map((chunk, index) => (
        <span key={`${index} ${chunk}`}>{chunk}</span>
      ))}
    </bdi>
  )
}
