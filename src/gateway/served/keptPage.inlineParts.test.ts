import { expect, test } from 'vitest';
import { allowInline } from './keptPage.ts';

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'";

test('what stands in the app’s page is allowed by its hash, and nothing else', () => {
  const page =
    '<style>a{}</style><script>go()</script><script src="/x.js"></script><script type="module">no()</script>';
  expect(allowInline(policy, page)).toBe(
    "default-src 'none'; script-src 'self' 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='; " +
      "style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; img-src 'self'",
  );
});

test('a page without inline parts changes nothing', () => {
  expect(allowInline(policy, '<p>hello</p>')).toBe(policy);
});
