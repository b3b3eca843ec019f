/** Document of the server; `null` if it did not answer. It has no scripts; trusted types forbid parsing a text. */
export function documentAt(address: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.responseXML : null));
    request.send();
  });
}
