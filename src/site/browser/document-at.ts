/** Document of the server; `null` if it did not answer. It has no scripts; trusted types forbid parsing a text. */
export async function documentAt(address: string): Promise<Document | null> {
  const { status, page } = await loaded(address);
  return status === 200 ? page : null;
}

/**
 * The page that a form leads to, also one of a refusal; its address is that after a redirect. The attribute is read, as a field may have the name `action`.
 */
export const sentTo = (form: HTMLFormElement) =>
  loaded(
    form.getAttribute('action') ?? '',
    new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
  );

interface Loaded {
  readonly status: number;
  readonly href: string;
  readonly page: Document | null;
}

function loaded(address: string, form?: URLSearchParams): Promise<Loaded> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(form === undefined ? 'GET' : 'POST', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => {
      const { status, responseURL: href, responseXML: page } = request;
      resolve({ status, href, page });
    });
    request.send(form);
  });
}
