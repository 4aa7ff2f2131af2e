"""The words that the corpus is made of."""

import random

NOUNS = (
    "Parcel Courier Depot Route Invoice Ticket Station Locker Customer Shipment Vehicle Driver Shift Label "
    "Return Receipt Tariff Zone Pallet Container Manifest Order Basket Coupon Member Lesson Journal Recipe "
    "Harvest Orchard Garden Festival Stage Concert Gallery Exhibit Museum Trail Summit Harbour Ferry Voyage"
).split()
ADJECTIVES = "Daily Urgent Pending Local Remote Shared Archived Planned Scheduled Regional Seasonal Favourite".split()
FIELDS = (
    ("title", "String"), ("note", "String?"), ("weight", "Double"), ("count", "Int"), ("createdAt", "Date"),
    ("updatedAt", "Date?"), ("isOpen", "Bool"), ("tags", "[String]"), ("position", "Int"), ("city", "String"),
    ("street", "String"), ("amount", "Decimal"), ("currency", "String"), ("distance", "Double"), ("owner", "UUID"),
    ("pageToken", "String?"), ("colour", "String"), ("capacity", "Int"), ("rating", "Double?"), ("photo", "URL?"),
)
SCREEN_TEXTS = (
    "Nothing here yet", "Try again later", "Saved", "Pull to refresh", "Choose a day", "受け取り場所を選ぶ",
    "配達予定はありません", "Delivered this week", "Ask the depot", "Open the map",
)


def some_fields(source: random.Random) -> list[tuple[str, str]]:
    return source.sample(FIELDS, source.randint(7, 12))


def snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
